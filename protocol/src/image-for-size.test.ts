import { expect, test } from "vitest";
import { imageForSize } from "./image-for-size.ts";

test.each([
  ["https://cdn.example/a/tee.jpg", "https://cdn.example/a/tee_300x375.jpg"],
  ["https://cdn.example/a/tee.front.png?v=1.2", "https://cdn.example/a/tee.front_300x375.png?v=1.2"],
  ["/optimized/store/tee-large.jpg?v=0a1b&x=?", "/optimized/store/tee-large_300x375.jpg?v=0a1b&x=?"],
  ["https://cdn.example/tee", "https://cdn.example/tee_300x375"],
  ["https://cdn.example/v1.2/tee?v=1", "https://cdn.example/v1.2/tee_300x375?v=1"],
])("%s in a box is at %s", (url, sized) => {
  expect(imageForSize(url, { maxWidth: 300, maxHeight: 375 })).toBe(sized);
});
