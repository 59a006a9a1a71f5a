import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parsePicturePath } from "./sized-address.ts";

const side = fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: undefined });
const part = fc.stringMatching(/^[a-z0-9]{1,8}$/);

it("a path with a box names the same picture as the path without the box, and has the sides of the box", () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), part, side, side, (names, suffix, width, height) => {
      const name = names.join("-");
      const plain = parsePicturePath(`${name}-${suffix}`);
      expect(plain).toEqual({ name, suffix });
      if (width === undefined && height === undefined) return;
      const sized = parsePicturePath(`${name}-${suffix}_${width ?? ""}x${height ?? ""}`);
      expect(sized).toEqual({ name, suffix, box: { width: width ?? 0, height: height ?? 0 } });
    }),
    tries(500),
  );
});

it("the parts that are parsed from a path are in that path, and every side is within its limits", () => {
  const rough = fc.string({ unit: fc.constantFrom("a", "-", "_", "x", "4", "0", "/", ".", "%"), maxLength: 20 });
  fc.assert(
    fc.property(fc.oneof(rough, anyText()), (path) => {
      const request = parsePicturePath(path);
      if (!request) return;
      expect(path.startsWith(`${request.name}-${request.suffix}`)).toBe(true);
      expect(request.name).not.toBe("");
      if (request.box) expect(Math.max(request.box.width, request.box.height)).toBeLessThan(100_000);
    }),
    tries(500),
  );
});
