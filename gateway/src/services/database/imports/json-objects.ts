/** An object of a JSON file as text, and the line it begins on. */
type JsonObject = { line: number; text: string };

/** The longest object that is read, in characters; a bracket that is never closed would take in the rest of the file. */
const MOST_CHARACTERS = 1_000_000;

/**
 * Finds the objects of a JSON file's list, `[{…}, …]` or `{"subscribers": [{…}, …], …}`, without reading all of it at
 * once. What stands in an object is left to `JSON.parse`.
 *
 * @throws {SyntaxError} with a line, when the brackets do not fit or the file ends too early
 */
export async function* jsonObjects(pieces: AsyncIterable<string>): AsyncGenerator<JsonObject> {
  const opened: string[] = [];
  let [line, isInString, isEscaped] = [1, false, false];
  let found: JsonObject | undefined;
  let depth = 0;

  for await (const piece of pieces) {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece.charAt(at);
      if (sign === "\n") line += 1;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (sign === "\\") isEscaped = true;
        else if (sign === '"') isInString = false;
        continue;
      }
      if (sign === '"') isInString = true;
      else if (sign === "{" || sign === "[") {
        if (sign === "{" && !found && isList(opened)) {
          found = { line, text: "" };
          depth = opened.length;
          from = at;
        }
        opened.push(sign);
      } else if (sign === "}" || sign === "]") {
        if (opened.pop() !== (sign === "}" ? "{" : "[")) throw new SyntaxError(`line ${line}: a bracket does not fit`);
        if (found && opened.length === depth) {
          yield { line: found.line, text: found.text + piece.slice(from, at + 1) };
          found = undefined;
        }
      }
    }
    if (!found) continue;
    found.text += piece.slice(from);
    if (found.text.length > MOST_CHARACTERS) throw new SyntaxError(`line ${found.line}: this entry does not end`);
  }
  if (isInString || opened.length > 0) throw new SyntaxError(`line ${line}: the file ends too early`);
}

/** Whether what opens next stands in the list itself. */
function isList(opened: readonly string[]): boolean {
  const brackets = opened.join("");
  return brackets === "[" || brackets === "{[";
}
