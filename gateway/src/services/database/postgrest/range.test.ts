import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentRange, parseRange } from "./range.ts";

describe("a range of rows", () => {
  it("has the rows that the limit, the offset and the header all allow", () => {
    const rows = Array.from({ length: 30 }, (_, row) => row);
    const small = fc.option(fc.nat(35), { nil: undefined });
    fc.assert(
      fc.property(small, small, small, fc.option(fc.nat(10), { nil: undefined }), (limit, offset, from, length) => {
        fc.pre(limit !== 0);
        const to = from === undefined || length === undefined ? undefined : from + length;
        const header = from === undefined ? undefined : `${from}-${to ?? ""}`;
        const end = limit === undefined ? rows.length : (offset ?? 0) + limit;
        const expected = rows.slice(offset ?? 0, end).filter((row) => row >= (from ?? 0) && row <= (to ?? rows.length));
        fc.pre(expected.length > 0);

        const range = parseRange(limit?.toString(), offset?.toString(), header);
        const shown = rows.slice(range.offset, range.limit === undefined ? undefined : range.offset + range.limit);
        expect(shown).toEqual(expected);
      }),
      tries(1_000),
    );
  });

  it.each([
    [0, 0, undefined, "*/*"],
    [0, 0, 0, "*/0"],
    [20, 5, undefined, "20-24/*"],
    [20, 1, 21, "20-20/21"],
  ])("at offset %i with %i rows of %s is written %s", (offset, rows, total, expected) => {
    expect(contentRange(offset, rows, total)).toBe(expected);
  });
});
