import { ImportError } from "./import-error.ts";

/** An object of a JSON file as text, and the line it begins on. */
type JsonObject = { line: number; text: string };

/**
 * Longest object, in characters. Without this limit, a bracket that is never closed would include the rest of the file.
 */
const OBJECT_MAX_LENGTH = 1_000_000;
/** Deepest nesting. Millions of brackets would take gigabytes of memory. */
const DEPTH_MAX = 1_000;

/**
 * Finds the objects in the list of a JSON file, `[{…}, …]` or `{"subscribers": [{…}, …], …}`, without reading the whole
 * file at once. It does not parse the objects.
 *
 * @throws {ImportError} when it has several lists, or a list inside of an entry
 * @throws {SyntaxError} that names a line, when the brackets do not match or the file ends too early
 */
export async function* jsonObjects(pieces: AsyncIterable<string>): AsyncGenerator<JsonObject> {
  const opened: string[] = [];
  let [line, isInString, isEscaped] = [1, false, false];
  let found: JsonObject | undefined;
  let depth = 0;
  let [lists, readList] = [0, 0];

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
        if (sign === "{" && !found && opened.at(-1) === "[" && !isInList(opened)) {
          throw new ImportError(
            `The file, line ${line}: a list begins inside of another entry. Save it as a file of its own, beginning with ` +
              "[; nothing was changed.",
          );
        }
        if (sign === "{" && !found && isInList(opened)) {
          readList ||= lists;
          // The other list could hold the people who unsubscribed.
          if (readList !== lists) {
            throw new ImportError(
              `The file, line ${line}: a second list begins. Save each list as a file of its own; nothing was changed.`,
            );
          }
          found = { line, text: "" };
          depth = opened.length;
          from = at;
        }
        if (sign === "[" && opened.length < 2) lists += 1;
        opened.push(sign);
        if (opened.length > DEPTH_MAX) throw new SyntaxError(`line ${line}: the brackets are nested too deep`);
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
    if (found.text.length > OBJECT_MAX_LENGTH) throw new SyntaxError(`line ${found.line}: this entry does not end`);
  }
  if (isInString || opened.length > 0) throw new SyntaxError(`line ${line}: the file ends too early`);
}

/** Whether the open brackets are those of the list. Then an object that begins now is an item of the list. */
function isInList(opened: readonly string[]): boolean {
  // Joining thousands of brackets for each object would take minutes.
  if (opened.length > 2) return false;
  const brackets = opened.join("");
  return brackets === "[" || brackets === "{[";
}
