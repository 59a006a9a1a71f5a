import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseRange } from "./byte-range.ts";

const size = fc.integer({ min: 0, max: 2 ** 40 });
const number = fc.oneof(fc.nat(20), fc.nat(), fc.constantFrom(2 ** 53, Number.MAX_SAFE_INTEGER));

it("never returns a part that reaches beyond the file", () => {
  const written = fc.stringMatching(/^(bytes|BYTES|lines) ?= ?\d{0,30}-?\d{0,30}(,\d-\d)? ?$/);
  fc.assert(
    fc.property(fc.oneof(written, fc.string()), size, (header, size) => {
      const range = parseRange(header, size);
      if (range === undefined || range === "unsatisfiable") return;
      expect(range.length).toBeGreaterThan(0);
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.start + range.length).toBeLessThanOrEqual(size);
    }),
    tries(2_000),
  );
});

it("returns the bytes between two positions, those after a position, or the last ones of the file", () => {
  const file = fc.uint8Array({ maxLength: 40 });
  fc.assert(
    fc.property(file, number, number, (bytes, first, last) => {
      const read = (header: string) => {
        const range = parseRange(header, bytes.length);
        return typeof range === "object" ? [...bytes.subarray(range.start, range.start + range.length)] : range;
      };
      const orNone = (part: Uint8Array) => (part.length > 0 ? [...part] : "unsatisfiable");
      if (first <= last) expect(read(`bytes=${first}-${last}`)).toEqual(orNone(bytes.subarray(first, last + 1)));
      expect(read(`bytes=${first}-`)).toEqual(orNone(bytes.subarray(first)));
      expect(read(`bytes=-${first}`)).toEqual(first === 0 ? "unsatisfiable" : orNone(bytes.subarray(-first)));
    }),
    tries(1_000),
  );
});
