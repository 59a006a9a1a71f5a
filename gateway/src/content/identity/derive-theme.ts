import { contrast, type Oklch, toHex, toOklch } from "./oklch.ts";

/** The accent of site/src/ui/styles/tokens.css, whose values are chosen by hand. */
export const DEFAULT_ACCENT = "#d83b65";

/** Light on dark, or dark on light. */
export type Ground = "dusk" | "dawn";

/** Values by the names of tokens.css, without their dashes. The shadows, the field and the lamp are for dawn only. */
export type Theme = Readonly<Record<(typeof NAMES)[number], string>>;

const NAMES = [
  "ink",
  "ink-raised",
  "ink-deep",
  "field",
  "paper",
  "paper-soft",
  "paper-dim",
  "accent",
  "accent-large",
  "accent-fill",
  "accent-fill-hover",
  "accent-text",
  "on-accent",
  "chart",
  "accent-turned",
  "accent-turned-text",
  "ember",
  "line",
  "line-strong",
  "lamp",
  "sky",
  "stage",
  "sleeve",
  "shadow",
] as const;

/** A surface's lightness, and the share of the accent's hue in it. */
type Tone = readonly [lightness: number, share: number];

/**
 * Lightness of the tokens that have the accent's hue. The values are those of tokens.css and light.css, so an artist's
 * own colour changes hues and keeps every contrast between letters and the ground.
 */
type Recipe = {
  ink: Tone;
  raised: Tone;
  deep: Tone;
  field: Tone;
  paper: Tone;
  soft: Tone;
  dim: Tone;
  sky: Tone;
  stage: Tone;
  sleeve: readonly [Tone, Tone, Tone];
  /** Lightness of the accent as small letters, and their contrast with the ground. */
  text: readonly [lightness: number, contrast: number];
  /** Minimum contrast of a button with the ground. On paper, only its letters show a pale button. */
  fill: number;
  /** Opacity of a thin rule and of the edge of a control, in per cent. */
  lines: readonly [number, number];
};

const RECIPES: Record<Ground, Recipe> = {
  dusk: {
    ink: [0.165, 1],
    raised: [0.215, 1.4],
    deep: [0.134, 0.7],
    field: [0.15, 0.8],
    paper: [0.941, 0.7],
    soft: [0.815, 0.8],
    dim: [0.676, 0.8],
    sky: [0.266, 2.4],
    stage: [0.367, 2.2],
    sleeve: [
      [0.297, 1.2],
      [0.233, 1.4],
      [0.198, 1.2],
    ],
    text: [0.768, 7],
    fill: 3,
    lines: [14, 42],
  },
  dawn: {
    ink: [0.954, 0.9],
    raised: [0.98, 0.5],
    deep: [0.907, 1.3],
    field: [0.994, 0.2],
    paper: [0.218, 1.2],
    soft: [0.384, 1],
    dim: [0.478, 1.1],
    sky: [0.915, 2],
    stage: [0.86, 2.6],
    sleeve: [
      [0.93, 1.4],
      [0.89, 1.7],
      [0.86, 1.7],
    ],
    text: [0.483, 6],
    fill: 1.5,
    lines: [16, 55],
  },
};

/** Highest chroma of the ground, and its share of the accent's chroma. */
const GROUND_CHROMA = 0.018;
const GROUND_SHARE = 0.18;

/** The hue between red and yellow, towards which the second tone turns, and how far, in degrees. */
const WARM_HUE = 58;
const TURN = 45;
/** Highest chroma of the second tone. */
const EMBER_CHROMA = 0.11;

/**
 * White letters are preferred to dark ones, unless they move the button's lightness further from the accent's by more
 * than this.
 */
const WHITE_PREFERENCE = 0.1;

/** A colour, and the contrast that a token must have with it. */
type Against = readonly [colour: string, contrast: number];

/**
 * Derives a theme from an accent. Each token keeps the accent's hue, and takes the lightness nearest to its own that
 * gives enough contrast.
 */
export function deriveTheme(accent: string, ground: Ground): Theme {
  const recipe = RECIPES[ground];
  const own = toOklch(accent);
  const tint = Math.min(GROUND_CHROMA, GROUND_SHARE * own.c);
  const surface = ([l, share]: Tone) => toHex({ l, c: tint * share, h: own.h });
  const [ink, raised, deep] = [surface(recipe.ink), surface(recipe.raised), surface(recipe.deep)];
  const paper = surface(recipe.paper);
  const on = (least: number, elsewhere = least): Against[] => [
    [ink, least],
    [raised, elsewhere],
    [deep, elsewhere],
  ];
  const dark = ground === "dusk" ? ink : paper;
  const button = chooseButton(own, dark, [[ink, recipe.fill]]);
  const ember = emberOf(own);
  const [textLightness, textContrast] = recipe.text;
  // Letters are at least as far from the ground as those of the default, and further if the accent is.
  const text = ground === "dusk" ? Math.max(own.l, textLightness) : Math.min(own.l, textLightness);
  return {
    ink,
    "ink-raised": raised,
    "ink-deep": deep,
    field: surface(recipe.field),
    paper,
    "paper-soft": surface(recipe.soft),
    "paper-dim": surface(recipe.dim),
    accent: solve(own, [...on(3.05), [button.letters, 3.05]]),
    "accent-large": solve(own, on(5.1, 4.6)),
    "accent-fill": button.fill,
    "accent-fill-hover": button.hover,
    "accent-text": solve(atLightness(own, text), on(textContrast, 4.8)),
    "on-accent": button.letters,
    chart: "var(--accent)",
    "accent-turned": solve(own, [[paper, 3.05]]),
    "accent-turned-text": solve(own, [[paper, 4.8]]),
    ember: solve({ ...ember, l: textLightness }, on(textContrast, 4.8)),
    line: translucent(paper, recipe.lines[0]),
    "line-strong": translucent(paper, recipe.lines[1]),
    lamp: toHex({ ...ember, l: 0.8, c: Math.min(0.16, own.c) }),
    sky: surface(recipe.sky),
    stage: surface(recipe.stage),
    sleeve: sleeveOf(recipe.sleeve.map(surface)),
    shadow: translucent(paper, 22),
  };
}

/** The fills of a button, and its letters: white ones, unless dark ones leave the fill much nearer to the accent. */
export function chooseButton(own: Oklch, dark: string, around: Against[]) {
  const [white, onDark] = ["#ffffff", dark].map((letters) => {
    const fill = solve(own, [[letters, 4.7], ...around]);
    return { letters, fill, distance: Math.abs(toOklch(fill).l - own.l) };
  }) as [Fill, Fill];
  const { letters, fill } = white.distance <= onDark.distance + WHITE_PREFERENCE ? white : onDark;
  const { l } = toOklch(fill);
  // Under the pointer, the fill contrasts more with its letters.
  const hover = solve(atLightness(own, letters === dark ? Math.min(0.97, l + 0.05) : l - 0.05), [
    [letters, 5.6],
    ...around,
  ]);
  return { letters, fill, hover };
}

type Fill = { letters: string; fill: string; distance: number };

/** The second tone: the accent's hue turned towards the warm one, or past it if the accent has it already. */
function emberOf({ c, h }: Oklch): Oklch {
  const away = ((((WARM_HUE - h) % 360) + 540) % 360) - 180;
  const turn = Math.abs(away) < TURN / 2 ? TURN : Math.sign(away) * Math.min(TURN, Math.abs(away));
  return { l: 0, c: Math.min(c, EMBER_CHROMA), h: h + turn };
}

/** @returns the colour at the nearest lightness that has enough contrast; if none has, at the one that comes closest */
export function solve(own: Oklch, against: readonly Against[]): string {
  let best = { colour: "", lacks: Number.POSITIVE_INFINITY };
  for (let step = 0; step <= 400; step += 1) {
    for (const l of step === 0 ? [own.l] : [own.l - step / 400, own.l + step / 400]) {
      if (l < 0 || l > 1) continue;
      const colour = toHex(atLightness(own, l));
      const lacks = Math.max(...against.map(([other, least]) => least - contrast(colour, other)));
      if (lacks <= 0) return colour;
      if (lacks < best.lacks) best = { colour, lacks };
    }
  }
  return best.colour;
}

function atLightness({ l: own, c, h }: Oklch, l: number): Oklch {
  return { l, c, h: h - ochre(h, own - l) };
}

/**
 * How far a darkened yellow turns towards orange, in degrees. With its own hue it would look olive; pigments darken to
 * ochre.
 */
function ochre(hue: number, darkening: number): number {
  const isYellow = hue > 75 && hue < 125;
  return isYellow && darkening > 0 ? Math.min(hue - 70, 90 * darkening) : 0;
}

function translucent(hex: string, percent: number): string {
  return `${hex}${Math.round(2.55 * percent)
    .toString(16)
    .padStart(2, "0")}`;
}

function sleeveOf([light, middle, dark]: readonly string[]): string {
  return `${light}, ${middle} 55%, ${dark}`;
}
