import { expect, test } from "vitest";
import { parsedUrl } from "./parsed-url.ts";

test.each([
  ["https://artist.example/tee?v=1", undefined, "https://artist.example/tee?v=1"],
  ["/tee", "https://artist.example", "https://artist.example/tee"],
  ["/tee", undefined, undefined],
  ["https://", "https://artist.example", undefined],
  ["", undefined, undefined],
])("%j, relative to %s, is %s", (address, base, expected) => {
  expect(parsedUrl(address, base)?.href).toBe(expected);
});
