/** Part of a file, in bytes. */
type ByteRange = { start: number; length: number };

/**
 * Parses a `Range` header. Source: RFC 9110 §14.
 *
 * @returns undefined if the whole file is to be sent, which includes a malformed header or one that requests several
 *   parts, because a server may ignore these; "unsatisfiable" if the requested part does not exist
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, length };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, length: end - start + 1 };
}
