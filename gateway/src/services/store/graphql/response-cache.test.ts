import { expect, it } from "vitest";
import { createResponseCache, MAX_PACKED_RESPONSE, pack } from "./response-cache.ts";

it.each([
  ["is compressed", MAX_PACKED_RESPONSE, true],
  ["above a limit is not compressed, because that would block other requests", MAX_PACKED_RESPONSE + 1, false],
])("a cached response %s", (_, bytes, isPacked) => {
  const cache = createResponseCache();
  expect(cache.find("{}")).toBeUndefined();
  cache.store("{}", Buffer.alloc(bytes, "a"));
  const found = cache.find("{}");
  if (!found) throw new Error("The response is not cached");
  pack(found);
  expect(cache.find("{}")?.body).toHaveLength(bytes);
  expect(cache.find("{}")?.prepared !== undefined).toBe(isPacked);
});
