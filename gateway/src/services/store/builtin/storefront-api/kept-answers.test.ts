import { expect, it } from "vitest";
import { MAX_PACKED_ANSWER } from "../../graphql/answers-kept.ts";
import { createCachedResponses } from "./kept-answers.ts";

const VERSION = "1";

it.each([
  ["is packed", MAX_PACKED_ANSWER, true],
  ["is sent as it is, since packing it would hold everybody up", MAX_PACKED_ANSWER + 1, false],
])("a stored response %s", (_, bytes, isPacked) => {
  const kept = createCachedResponses();
  expect(kept.find("{}", VERSION)).toBeUndefined();
  kept.keep("{}", Buffer.alloc(bytes, "a"), VERSION);
  kept.pack("{}", VERSION);
  expect(kept.find("{}", VERSION)).toHaveLength(bytes);
  expect(kept.findPrepared("{}", VERSION) !== undefined).toBe(isPacked);
});
