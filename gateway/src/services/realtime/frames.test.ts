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

it("a written frame is parsed to the same frame, in both versions", () => {
  fc.assert(
    fc.property(frame, version, ({ payload, ...rest }, version) => {
      const written = writeFrame({ ...rest, json: JSON.stringify(payload) }, version);
      expect(parseFrame(written, version)).toEqual({ ...rest, payload: JSON.parse(JSON.stringify(payload)) });
    }),
    tries(300),
  );
});

it("a text that consists of brackets is not a frame", () => {
  expect(parseFrame("[".repeat(50_000), "2.0.0")).toBeUndefined();
});

it("any text is either a frame within the limits or not a frame", () => {
  const nearly = fc
    .array(fc.oneof(ref, fc.jsonValue({ maxDepth: 2 })), { minLength: 3, maxLength: 6 })
    .map((parts) => JSON.stringify(parts));
  fc.assert(
    fc.property(fc.oneof(nearly, fc.json({ maxDepth: 2 }), anyText()), version, (text, version) => {
      const parsed = parseFrame(text, version);
      if (!parsed) return;
      expect(parsed.topic.length).toBeLessThanOrEqual(300);
      expect(parsed.event.length).toBeLessThanOrEqual(64);
    }),
    tries(300),
  );
});
