import type { Picture, PictureShade, ShadeLevel } from "@porchlight/protocol/content.ts";
import { DESKTOP_MIN_PX } from "@porchlight/protocol/limits.ts";
import { parseFocus } from "@porchlight/protocol/picture-focus.ts";
import type { Artist } from "../../content/artist.ts";
import type { PageColours, PicturePlace, WordsOver } from "../../content/words-over-pictures.ts";
import { luminanceOf, toGrey } from "../../lib/luminance.ts";
import { LIGHT_CELLS, type PictureLight } from "./measure-light.ts";

/**
 * How much shade a picture needs so that words over it have {@link MIN_CONTRAST}. The stylesheets draw each level; the
 * numbers of a shade here are the same as there: hero.css, layout.css, about.css. e2e/read-over-pictures.spec.ts
 * measures the result in a browser.
 */

/** Contrast of text. Source: WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5;

/** Height up to which a window counts as low, in CSS pixels; `max-height: 30rem` in the stylesheets. */
const LOW_PX = 480;

/** Number of letters in a line of About's title, beside the portrait. */
const LETTERS_IN_LINE = 9;

/** A window, in CSS pixels. */
type Size = { width: number; height: number };

/** From phones to wide displays, in portrait and landscape. The crops of other windows lie between these. */
const WINDOWS: readonly Size[] = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
  { width: 3440, height: 1440 },
];

/** A picture's size, and how bright its parts are. */
type Measured = Size & { light: PictureLight };

/** A colour over a picture: the ground's own, or that of a deeper shade; and its opacity. */
type Layer = readonly [colour: "ink" | "shade", opacity: number];

/** Words over a picture in one window. Positions are shares of the box in which the picture is shown. */
type Zone = {
  box: Size;
  colours: PageColours;
  /** `object-position` of the picture. */
  across: number;
  down: number;
  /** The position of the words. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Colours of the letters at a level. */
  letters: (level: number) => readonly string[];
  /** The layers of a level at a place, the lowest first. */
  layers: (level: number, x: number, y: number) => readonly Layer[];
};

/**
 * Chooses the lowest levels that keep the words readable over a picture, in every window.
 *
 * @returns undefined if the shade that every picture has is enough
 */
export function chooseShade(picture: Measured, over: WordsOver): PictureShade | undefined {
  const choose = (part: keyof PictureShade) => {
    if (isReadable(picture, over, part)) return undefined;
    return ([1, 2, 3] as const).find((level) => isReadable(picture, over, part, level)) ?? 3;
  };
  const [menu, words] = [choose("menu"), choose("words")];
  return menu || words ? { ...(menu && { menu }), ...(words && { words }) } : undefined;
}

/** Opacity of the shade at the top of the background, and what a level adds, in per cent; see layout.css. */
const BACKGROUND_TOP = 40;
const BACKGROUND_STEP = 10;

/**
 * Styles for the background of all pages. They are part of the pages that need them, because most need none. Over a
 * picture with a deeper shade, dim letters are clearer, so that more of the picture stays visible. Without a picture,
 * the background is a gradient of the evening sky.
 */
export function backgroundStyle(background: Pick<Picture, "shade"> | undefined): string {
  const shade = "color-mix(in srgb,var(--ink),var(--sky,#1a2440))";
  if (!background) return `.background:after{background:linear-gradient(${shade},var(--ink) 28rem)}`;
  const level = background.shade?.words;
  if (!level) return "";
  const opacity = (percent: number) => `color-mix(in srgb,${shade} ${percent}%,transparent)`;
  const top = opacity(BACKGROUND_TOP + BACKGROUND_STEP * level);
  return `.background:after{background:linear-gradient(${top},${opacity(72)} 60%,var(--ink))}.background~*{--accent-large:var(--accent-text);--paper-dim:var(--paper-soft)}`;
}

/**
 * Styles that show the points which the owner chose, in every crop. A page allows no styles in its elements. They are
 * part of every page, because visitors continue from any page to any other.
 */
export function focusStyle({ hero, portrait, background }: Artist["images"]): string {
  const points = [...hero, portrait, background].flatMap((picture) => parseFocus(picture?.focus) ?? []);
  const rules = points.map(
    ({ across, down }) => `[data-focus="${across}% ${down}%"]{--across:${across}%;--down:${down}%}`,
  );
  return [...new Set(rules)].join("");
}

/** Whether words are readable over a picture in every window, at a level or without more shade. */
export function isReadable(
  picture: Measured,
  { place, colours }: WordsOver,
  part: keyof PictureShade,
  level: ShadeLevel | 0 = 0,
): boolean {
  return WINDOWS.every((window) => {
    const zone = zonesOf(place, window, colours)[part];
    return !zone || isZoneReadable(picture, zone, level);
  });
}

function zonesOf(place: PicturePlace, window: Size, colours: PageColours): { menu?: Zone; words?: Zone } {
  const { width, height } = window;
  const { ink, paper, ember } = colours;
  const isDusk = luminanceOfMix(paper) > luminanceOfMix(ink);
  const point = parseFocus(place.focus);
  const focus = point ? { across: point.across / 100, down: point.down / 100 } : { across: 0.5, down: 0.5 };
  const everywhere = { box: window, colours, ...focus, left: 0, right: 1, top: 0, bottom: 1 };
  const navigation = clamp(64, 57.6 + 0.012 * width, 88);
  const isLow = height <= LOW_PX;
  /** The links are in the middle of the navigation. */
  const belowLinks = 0.75 * navigation;

  if (place.at === "background") {
    const words: Zone = {
      ...everywhere,
      letters: (level) =>
        level === 0
          ? [colours["accent-large"], colours["paper-dim"]]
          : [colours["accent-text"], colours["paper-soft"], ember],
      layers(level, _x, y) {
        const top = (BACKGROUND_TOP + BACKGROUND_STEP * level) / 100;
        const opacity = y < 0.6 ? top + ((0.72 - top) * y) / 0.6 : 0.72 + (0.28 * (y - 0.6)) / 0.4;
        return [
          ["ink", 1 - (isDusk ? 0.55 : 0.22)],
          [level > 0 ? "shade" : "ink", opacity],
        ];
      },
    };
    return { words };
  }
  // On dawn, other words stand on paper beside the picture; see site/src/ui/styles/dawn.css.
  if (!isDusk) return {};

  /** @param base the shade that every picture has at the top, and the share of the height where it ends */
  const menuZone = (box: Size, base: { shade: number; end: number }): Zone => ({
    ...everywhere,
    box,
    bottom: belowLinks / box.height,
    letters: () => [paper],
    layers: (level, _x, y) => [
      ["ink", base.shade * Math.max(1 - y / base.end, 0)],
      ["shade", 0.2 * level],
    ],
  });

  if (place.at === "hero") {
    const crop = point
      ? focus
      : { across: { left: 0.25, right: 0.78 }[place.focus ?? ""] ?? 0.5, down: isLow ? 0 : 0.6 };
    return {
      menu: { ...menuZone(window, { shade: 0.55, end: 0.18 }), ...crop },
      words: {
        ...everywhere,
        ...crop,
        // A long name with many links below it reaches this high.
        top: isLow ? navigation / height : 0.3,
        letters: () => [paper],
        // The shade begins above the name and grows downwards.
        layers: (level) => [[level > 0 ? "shade" : "ink", 0.58 + 0.08 * level]],
      },
    };
  }

  // In a low window the portrait always has the deepest shade.
  if (isLow) return {};
  if (width >= DESKTOP_MIN_PX) {
    const box = { width: 0.46 * width, height };
    return {
      menu: menuZone(box, { shade: 0.62, end: 0.22 }),
      // The first letters of each line of the title overlap the edge.
      words: {
        ...everywhere,
        box,
        left: 0.65,
        top: 0.08,
        bottom: 0.23 + 0.17 * Math.ceil(place.title.length / LETTERS_IN_LINE),
        letters: () => [paper],
        layers: (level, x) => [
          ["ink", 0.5 * Math.max(1 - (1 - x) / 0.6, 0)],
          ["ink", 0.25 * level * clamp(0, (x - 0.2) / 0.45, 1)],
        ],
      },
    };
  }
  const box = { width, height: Math.min(1.25 * width, 0.82 * height) };
  const title = Math.min(clamp(54, 25.6 + 0.088 * width, 248), 0.17 * width);
  return {
    menu: menuZone(box, { shade: 0.62, end: 0.22 }),
    words: {
      ...everywhere,
      box,
      // The line above the title, and half of the title.
      top: 1 - (0.52 * title + 42) / box.height,
      letters: () => [paper, ember],
      layers(level, _x, y) {
        const share = clamp(0, (y - 0.5) / 0.38, 1);
        return [
          ["ink", 0.86 * share],
          ["ink", 0.25 * level * share],
        ];
      },
    },
  };
}

function isZoneReadable({ light, width, height }: Measured, zone: Zone, level: number): boolean {
  const { box, colours, across, down, letters, layers } = zone;
  const ground = luminanceOfMix(colours.ink);
  const letter = letters(level).map((one) => luminanceOfMix(one));
  const isDusk = luminanceOfMix(colours.paper) > ground;
  const greys = Buffer.from(isDusk ? light.lightest : light.darkest, "base64");
  // The lightest or the darkest grey on which every letter can be read.
  const limit = isDusk
    ? toGrey((Math.min(...letter) + 0.05) / MIN_CONTRAST - 0.05)
    : toGrey((Math.max(...letter) + 0.05) * MIN_CONTRAST - 0.05);
  const greyOf = { ink: toGrey(ground), shade: toGrey(luminanceOfMix(colours.ink, colours.sky)) };
  const isWithin = (grey: number) => (isDusk ? grey <= limit : grey >= limit);
  // A shade mixes a grey with these two. If words can be read on both, only cells beyond the limit need a shade.
  const shadeHelps = isWithin(greyOf.ink) && isWithin(greyOf.shade);
  const shade = (grey: number, x: number, y: number) =>
    layers(level, x, y).reduce((below, [colour, opacity]) => below * (1 - opacity) + greyOf[colour] * opacity, grey);

  // The box shows a part of the picture, as object-fit: cover does.
  const scale = Math.max(box.width / width, box.height / height);
  const [shownWidth, shownHeight] = [box.width / (width * scale), box.height / (height * scale)];
  const toColumn = (cell: number) => (cell / LIGHT_CELLS - (1 - shownWidth) * across) / shownWidth;
  const toRow = (cell: number) => (cell / LIGHT_CELLS - (1 - shownHeight) * down) / shownHeight;

  for (let row = 0; row < LIGHT_CELLS; row += 1) {
    const [top, bottom] = [Math.max(toRow(row), zone.top), Math.min(toRow(row + 1), zone.bottom)];
    if (top >= bottom) continue;
    for (let column = 0; column < LIGHT_CELLS; column += 1) {
      const [left, right] = [Math.max(toColumn(column), zone.left), Math.min(toColumn(column + 1), zone.right)];
      if (left >= right) continue;
      const grey = greys[row * LIGHT_CELLS + column] ?? 0;
      if (shadeHelps && isWithin(grey)) continue;
      // A shade grows in one direction, so it is weakest at a corner.
      if (!isWithin(shade(grey, left, top)) || !isWithin(shade(grey, right, bottom))) return false;
    }
  }
  return true;
}

function clamp(min: number, value: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** Luminance of a colour, or of equal parts of several. */
function luminanceOfMix(...colours: string[]): number {
  const channel = (at: number) =>
    colours.reduce((sum, colour) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0) / colours.length;
  return luminanceOf(channel(1), channel(3), channel(5));
}
