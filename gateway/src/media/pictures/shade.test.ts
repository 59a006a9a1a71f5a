import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { deriveTheme } from "../../content/identity/derive-theme.ts";
import { toHex } from "../../content/identity/oklch.ts";
import { DUSK, type PageColours, type PicturePlace } from "../../content/words-over-pictures.ts";
import { drawHardPicture, HARD_PICTURES, type HardPicture } from "../../testing/hard-pictures.ts";
import { LIGHT_CELLS, measureLight } from "./measure-light.ts";
import { backgroundStyle, chooseShade, focusStyle, isReadable } from "./shade.ts";

const SITE = join(import.meta.dirname, "../../../../site/src");

const PLACES: PicturePlace[] = [
  { at: "hero" },
  { at: "hero", focus: "left" },
  { at: "hero", focus: "right" },
  { at: "hero", focus: "62% 8%" },
  { at: "portrait", title: "About" },
  { at: "portrait", title: "The whole story of the band" },
  { at: "portrait", title: "About", focus: "100% 0%" },
  { at: "background" },
  { at: "background", focus: "5% 95%" },
];

/** Around the circle, dim and bright, on both grounds. */
const THEMES = ["#d83b65", "#000000", "#ffffff", ...Array.from({ length: 9 }, (_, at) => accentAt(at))].flatMap(
  (accent) => [deriveTheme(accent, "dusk"), deriveTheme(accent, "dawn")],
);

function accentAt(at: number): string {
  return toHex({ l: [0.45, 0.65, 0.85][at % 3] ?? 0, c: 0.2, h: at * 40 });
}

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

it("the colours on dusk are those of the site's stylesheets", () => {
  const read = (file: string) => readFileSync(join(SITE, file), "utf8");
  const { sky, ...tokens } = DUSK;
  for (const [name, colour] of Object.entries(tokens))
    expect(read("ui/styles/tokens.css")).toContain(`--${name}: ${colour};`);
  expect(read("ui/picture-shade.css")).toContain(`--sky, ${sky})`);
  expect(backgroundStyle(undefined)).toContain(`--sky,${sky})`);
});

it("a point that the owner chose has a style once, and a side of the picture has none", () => {
  const hero = ["right", "62% 40%", "62% 40%", undefined].map((focus) => ({
    name: "n1",
    alt: "",
    ...(focus && { focus }),
  }));
  expect(focusStyle({ hero })).toBe('[data-focus="62% 40%"]{--across:62%;--down:40%}');
  expect(focusStyle({ hero: [], portrait: { name: "bio", alt: "", focus: "0% 100%" } })).toContain("--down:100%");
});

it("the point that shows decides how much shade a picture needs", () => {
  // Bright on the left, dark on the right.
  const light = (side: number) =>
    Buffer.from(Array.from({ length: LIGHT_CELLS ** 2 }, (_, at) => (at % LIGHT_CELLS < LIGHT_CELLS / 2 ? side : 0)));
  const cells = light(255).toString("base64");
  const picture = { width: 4_000, height: 800, light: { lightest: cells, darkest: cells } };
  const shadeOf = (focus: string) => chooseShade(picture, { place: { at: "hero", focus }, colours: DUSK });
  expect(shadeOf("0% 50%")).toMatchObject({ words: expect.any(Number) });
  expect(shadeOf("100% 50%")).toBeUndefined();
});

it("only pages with a light background, or with none, have styles for it", () => {
  expect(backgroundStyle({})).toBe("");
  expect(backgroundStyle({ shade: { words: 2 } })).toContain("60%,transparent),");
});

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

describe("hard pictures", () => {
  let pictures: ReadonlyMap<HardPicture, Measured>;
  const find = (name: HardPicture) => pictures.get(name) as Measured;
  beforeAll(async () => {
    pictures = new Map(
      await Promise.all(
        HARD_PICTURES.map(async (name) => [name, await measureFile(await drawHardPicture(name))] as const),
      ),
    );
  });

  it.each(HARD_PICTURES)(
    "%s has a shade for all words, with any accent, on either ground, wherever it is shown",
    (name) => {
      const found = [DUSK, ...THEMES].flatMap((colours) =>
        PLACES.flatMap((place) =>
          unreadableParts(find(name), place, colours).map((part) => ({ part, place, colours })),
        ),
      );
      expect(found).toEqual([]);
    },
  );

  it("light letters need more shade over white but not over black, dark ones over black but not over white", () => {
    const dawn = deriveTheme("#d83b65", "dawn");
    for (const place of PLACES) {
      expect(chooseShade(find("black"), { place, colours: DUSK })).toBeUndefined();
      expect(chooseShade(find("white"), { place, colours: dawn })).toBeUndefined();
      expect(chooseShade(find("white"), { place, colours: DUSK })).toBeDefined();
    }
    for (const place of PLACES.filter(({ at }) => at === "background"))
      expect(chooseShade(find("black"), { place, colours: dawn })).toBeDefined();
  });

  it("on dawn, text stands beside the hero and the portrait, so these need no shade", () => {
    const dawn = deriveTheme("#d83b65", "dawn");
    for (const place of PLACES.filter(({ at }) => at !== "background"))
      expect(chooseShade(find("black"), { place, colours: dawn })).toBeUndefined();
  });
});

it("only the part that a window shows counts", async () => {
  const draw = (x: number) =>
    measureFile(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1000"><path d="M0 0h2400v1000H0z"/>
        <path d="M${x} 0h40v1000h-40z" fill="#fff"/></svg>`),
    );
  // Every window cuts off the edges of such a wide picture.
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
