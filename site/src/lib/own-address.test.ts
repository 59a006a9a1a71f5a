import { expect, test } from "vitest";
import { toOwnPath } from "./own-address.ts";

test.each([
  ["https://artist.example/optimized/store/tee-small.jpg?v=a1", "/optimized/store/tee-small.jpg?v=a1"],
  ["http://127.0.0.1:4000/media/0f3a", "/media/0f3a"],
  ["https://cdn.example/files/media/tee.jpg", "https://cdn.example/files/media/tee.jpg"],
  ["/optimized/tee.jpg", "/optimized/tee.jpg"],
  ["data:image/png;base64,AAAA", "data:image/png;base64,AAAA"],
])("%s loads from %s", (url, shown) => {
  expect(toOwnPath(url)).toBe(shown);
});
