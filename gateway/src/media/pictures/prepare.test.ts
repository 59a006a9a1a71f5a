import { existsSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { expect, it } from "vitest";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { measurePictures, rewritePicture } from "./prepare.ts";

const picture = join(demoContent(), "images/icon.svg");

it("a picture that takes too long to draw, as an SVG of two kilobytes can, is abandoned", async () => {
  expect((await measurePictures([picture])).get(picture)).toMatchObject({ width: expect.any(Number) });
  expect(await measurePictures([picture], 1)).toEqual(new Map());
  const target = join(aTestFolder(), "written");
  expect(await rewritePicture(picture, target, false, 1)).toEqual({ failure: "unreadable" });
  expect(existsSync(target)).toBe(false);
});
