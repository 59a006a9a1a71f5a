/** Part of a file, in bytes. */
export type ByteRange = { start: number; length: number };

/**
 * The part of a file that a `Range` header asks for. Source: RFC 9110 §14.
 *
 * @returns undefined for all of it, also where the header is malformed or asks for several parts, which a server may
 *   pass over; "unsatisfiable" where there is no such part
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
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
