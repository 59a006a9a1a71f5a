import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { DUSK, type PageColours, type PicturePlace } from "../../content/words-over-pictures.ts";
import { drawHardPicture, HARD_PICTURES, type HardPicture } from "../../testing/hard-pictures.ts";
import { measureLight } from "./measure-light.ts";
import { chooseShade, isReadable } from "./shade.ts";

const PLACES: PicturePlace[] = [
  { at: "hero" },
  { at: "hero", focus: "left" },
  { at: "hero", focus: "right" },
  { at: "portrait", title: "About" },
  { at: "portrait", title: "The whole story of the band" },
  { at: "background" },
];

type Measured = Parameters<typeof chooseShade>[0];

async function measureFile(file: string | Buffer): Promise<Measured> {
  const { width, height } = await sharp(file).metadata();
  return { width, height, light: await measureLight(sharp(file)) };
}

/** The parts whose words are not readable with the shade that was chosen. */
function unreadableParts(picture: Measured, place: PicturePlace, colours: PageColours): string[] {
  const words = { place, colours };
  const shade = chooseShade(picture, words);
  return (["menu", "words"] as const).filter((part) => !isReadable(picture, words, part, shade?.[part]));
}

it.each<[string, PicturePlace]>([
  ["n1", { at: "hero", focus: "right" }],
  ["n2", { at: "hero", focus: "right" }],
  ["n6", { at: "hero", focus: "right" }],
  ["bio", { at: "portrait", title: "About" }],
  ["background", { at: "background" }],
])("the demo's picture %s needs no more shade", async (name, place) => {
  const picture = await measureFile(join(demoContent(), "images", `${name}.jpg`));
  expect(chooseShade(picture, { place, colours: DUSK })).toBeUndefined();
});

describe("of hard pictures", () => {
  let pictures: ReadonlyMap<HardPicture, Measured>;
  const find = (name: HardPicture) => pictures.get(name) as Measured;
  beforeAll(async () => {
    pictures = new Map(
      await Promise.all(
        HARD_PICTURES.map(async (name) => [name, await measureFile(await drawHardPicture(name))] as const),
      ),
    );
  });

  it.each(HARD_PICTURES)("%s has a shade on which all words are readable, wherever it is shown", (name) => {
    for (const place of PLACES) expect([place, unreadableParts(find(name), place, DUSK)]).toEqual([place, []]);
  });

  it("a black one needs no shade for light letters, and a white one does", () => {
    for (const place of PLACES) {
      expect(chooseShade(find("black"), { place, colours: DUSK })).toBeUndefined();
      expect(chooseShade(find("white"), { place, colours: DUSK })).toMatchObject({ words: expect.any(Number) });
    }
  });
});

it("only the part that a window shows counts", async () => {
  const draw = (x: number) =>
    measureFile(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1000"><path d="M0 0h2400v1000H0z"/>
        <path d="M${x} 0h40v1000h-40z" fill="#fff"/></svg>`),
    );
  // No window is so wide that it shows the edge of a picture with this shape, if the other side is in focus.
  const [edge, middle] = [await draw(2_360), await draw(1_200)];
  expect(chooseShade(edge, { place: { at: "portrait", title: "About" }, colours: DUSK })).toBeUndefined();
  expect(chooseShade(middle, { place: { at: "portrait", title: "About" }, colours: DUSK })).toMatchObject({ menu: 3 });
});

it("a long title of About reaches further down, so more of the portrait counts", async () => {
  const portrait = await measureFile(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><path d="M0 0h800v1000H0z"/>
      <path d="M0 480h800v60H0z" fill="#fff"/></svg>`),
  );
  const shadeOf = (title: string) => chooseShade(portrait, { place: { at: "portrait", title }, colours: DUSK });
  expect(shadeOf("About")).toBeUndefined();
  expect(shadeOf("The story so far")).toMatchObject({ words: expect.any(Number) });
});
