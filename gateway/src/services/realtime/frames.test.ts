import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseFrame, writeFrame } from "./frames.ts";

const version = fc.constantFrom("1.0.0" as const, "2.0.0" as const);
const ref = fc.oneof(fc.constant(null), fc.string({ maxLength: 64 }), fc.integer());
const frame = fc.record({
  joinRef: ref,
  ref,
  topic: fc.string({ maxLength: 300 }),
  event: fc.string({ maxLength: 64 }),
  payload: fc.jsonValue({ maxDepth: 2 }),
});

it("a frame that was written is read again, in both ways to write it", () => {
  fc.assert(
    fc.property(frame, version, ({ payload, ...rest }, version) => {
      const written = writeFrame({ ...rest, json: JSON.stringify(payload) }, version);
      expect(parseFrame(written, version)).toEqual({ ...rest, payload: JSON.parse(JSON.stringify(payload)) });
    }),
    tries(300),
  );
});

it("a text of nothing but brackets is none", () => {
  expect(parseFrame("[".repeat(50_000), "2.0.0")).toBeUndefined();
});

it("whatever a text is, it is a frame within bounds or none", () => {
  const nearly = fc
    .array(fc.oneof(ref, fc.jsonValue({ maxDepth: 2 })), { minLength: 3, maxLength: 6 })
    .map((parts) => JSON.stringify(parts));
  fc.assert(
    fc.property(fc.oneof(nearly, fc.json({ maxDepth: 2 }), anyText()), version, (text, version) => {
      const read = parseFrame(text, version);
      if (!read) return;
      expect(read.topic.length).toBeLessThanOrEqual(300);
      expect(read.event.length).toBeLessThanOrEqual(64);
    }),
    tries(300),
  );
});
