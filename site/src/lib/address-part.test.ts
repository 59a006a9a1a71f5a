import { expect, test } from "vitest";
import { addressPart } from "./address-part.ts";

test.each([
  ["/music/long-point", "", "long-point"],
  ["/music/long-point/", "", "long-point"],
  ["/", "#/music/long-point?from=letter", "long-point"],
  ["/music/long-point", "#/music", undefined],
  ["/music/m%C3%BCll", "", "müll"],
  ["/music/100%", "", "100%"],
  ["/music", "", undefined],
  ["/music/a/b", "", undefined],
  ["/shop/long-point", "", undefined],
])("the address %s%s names %s", (pathname, hash, part) => {
  expect(addressPart("music", { pathname, hash })).toBe(part);
});
