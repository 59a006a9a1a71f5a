import { readFileSync } from "node:fs";
import { type Colour, contrastOf, luminanceOf } from "@porchlight/fixtures/contrast.ts";
import { describe, expect, it } from "vitest";
import { DEFAULT_ACCENT, deriveTheme, type Ground, type Theme } from "./derive-theme.ts";
import { toHex, toOklch } from "./oklch.ts";
import { themeStyle } from "./theme-style.ts";

const HUES = Array.from({ length: 36 }, (_, step) => 10 * step);
const AROUND_THE_CIRCLE = [0.35, 0.6, 0.85].flatMap((l) =>
  [0.04, 0.12, 0.3].flatMap((c) => HUES.map((h) => toHex({ l, c, h }))),
);
const ACCENTS = [...AROUND_THE_CIRCLE, "#000000", "#ffffff", "#808080", "#ffff00", "#0000ff", "#ff0000", "#00ff00"];
const GROUNDS: readonly Ground[] = ["dusk", "dawn"];

/**
 * Each pair that the stylesheets use, with its minimum contrast. WCAG AA: 4.5 for letters, 3 for large ones and edges.
 */
const PAIRS: readonly [letters: keyof Theme, on: keyof Theme, least: number][] = [
  ...(["ink", "ink-raised", "ink-deep"] as const).flatMap((ground): [keyof Theme, keyof Theme, number][] => [
    ["paper", ground, 12],
    ["paper-soft", ground, 7],
    ["paper-dim", ground, 4.6],
    ["accent", ground, 3],
    ["accent-large", ground, 4.5],
    ["accent-text", ground, 4.6],
    ["ember", ground, 4.6],
  ]),
  ["paper", "field", 12],
  ["paper-dim", "field", 4.6],
  ["accent-large", "ink", 5],
  ["accent-text", "ink", 5.9],
  ["ember", "ink", 5.9],
  ["on-accent", "accent-fill", 4.6],
  ["on-accent", "accent-fill-hover", 5.5],
  ["on-accent", "accent", 3],
  ["accent-turned", "paper", 3],
  ["accent-turned-text", "paper", 4.6],
];

/** Colours of notices, which stay. Source: site/src/ui/styles/tokens.css and light.css. */
const STATUS: Record<Ground, string[]> = { dusk: ["#8fc7a4", "#e9c46b"], dawn: ["#22633f", "#735200"] };

function parse(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const contrast = (one: string, other: string) => contrastOf(luminanceOf(parse(one)), luminanceOf(parse(other)));

/** Puts a colour that ends with an opacity over another colour. */
function over(translucent: string, ground: string): Colour {
  const alpha = Number.parseInt(translucent.slice(7), 16) / 255;
  const [front, back] = [parse(translucent), parse(ground)];
  const mix = (at: 0 | 1 | 2) => front[at] * alpha + back[at] * (1 - alpha);
  return [mix(0), mix(1), mix(2)];
}

describe.each(GROUNDS)("on %s", (ground) => {
  it("with every accent, letters, rules and buttons can be seen", () => {
    const failures = ACCENTS.flatMap((accent) => {
      const theme = deriveTheme(accent, ground);
      return PAIRS.map(([letters, on, least]) => ({ letters, on, least, is: contrast(theme[letters], theme[on]) }))
        .filter(({ is, least }) => is < least)
        .map((pair) => ({ accent, ...pair }));
    });
    expect(failures).toEqual([]);
  });

  it("with every accent, notices and the edges of controls can be seen", () => {
    for (const accent of ACCENTS) {
      const theme = deriveTheme(accent, ground);
      for (const surface of ["ink", "ink-raised", "ink-deep"] as const) {
        for (const status of STATUS[ground]) expect(contrast(status, theme[surface])).toBeGreaterThan(4.5);
      }
      const edge = luminanceOf(over(theme["line-strong"], theme.ink));
      expect(contrastOf(edge, luminanceOf(parse(theme.ink)))).toBeGreaterThan(3);
      // The ground of an error, in alert.css, is an eighth of its letters' colour.
      const alert = over(`${theme["accent-text"]}21`, theme.ink);
      expect(contrastOf(luminanceOf(alert), luminanceOf(parse(theme["accent-text"])))).toBeGreaterThan(4.5);
    }
  });

  it("a colour with hue gives a ground with that hue, and a grey gives a grey ground", () => {
    const { ink } = deriveTheme("#2457c5", ground);
    expect(Math.abs(toOklch(ink).h - toOklch("#2457c5").h)).toBeLessThan(12);
    expect(toOklch(ink).c).toBeGreaterThan(0.01);
    expect(toOklch(ink).c).toBeLessThan(0.03);
    expect(toOklch(deriveTheme("#808080", ground).ink).c).toBeLessThan(0.002);
  });
});

it("an accent with enough contrast is used unchanged", () => {
  for (const [accent, ground] of [
    ["#f2e394", "dusk"],
    ["#2457c5", "dawn"],
  ] as const) {
    const theme = deriveTheme(accent, ground);
    expect([theme.accent, theme["accent-fill"]]).toEqual([accent, accent]);
  }
});

it("pale buttons have dark letters, strong ones white letters", () => {
  expect(deriveTheme("#f2e394", "dusk")["on-accent"]).not.toBe("#ffffff");
  expect(deriveTheme("#f2e394", "dawn")["on-accent"]).not.toBe("#ffffff");
  expect(deriveTheme("#2457c5", "dusk")["on-accent"]).toBe("#ffffff");
});

it("a yellow darkens to ochre, not to olive", () => {
  expect(toOklch(deriveTheme("#ffff00", "dawn")["accent-text"]).h).toBeLessThan(90);
});

it("the values chosen by hand are near the derived ones", () => {
  const css = readFileSync(new URL("../../../../site/src/ui/styles/tokens.css", import.meta.url), "utf8");
  const chosen = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1] ?? "";
  const theme = deriveTheme(DEFAULT_ACCENT, "dusk");
  expect(chosen("accent")).toBe(DEFAULT_ACCENT);
  for (const name of ["accent", "accent-large", "accent-fill", "accent-fill-hover", "accent-text", "ember"] as const) {
    const [one, other] = [toOklch(chosen(name)), toOklch(theme[name])];
    expect([name, Math.abs(one.l - other.l) < 0.04, Math.abs(one.c - other.c) < 0.04]).toEqual([name, true, true]);
  }
  for (const name of ["ink", "ink-raised", "ink-deep", "paper", "paper-soft", "paper-dim"] as const) {
    expect(Math.abs(toOklch(chosen(name)).l - toOklch(theme[name]).l)).toBeLessThan(0.01);
  }
});

describe("the stylesheet", () => {
  it("is empty for the default accent on dusk", () => {
    expect(themeStyle(DEFAULT_ACCENT, "dusk")).toBe("");
    expect(themeStyle(DEFAULT_ACCENT.toUpperCase(), "dusk")).toBe("");
  });

  it("is small, and has no value that ends its element", () => {
    for (const ground of GROUNDS) {
      const style = themeStyle("#2e9e5b", ground);
      expect(style.length).toBeLessThan(1_600);
      expect(style).not.toContain("<");
    }
  });

  it("changes no values for print or for visitors who want more contrast", () => {
    expect(themeStyle("#2e9e5b", "dusk")).toMatch(/^@media screen\{/);
    expect(themeStyle("#2e9e5b", "dusk")).toMatch(
      /@media screen and \(not \(prefers-contrast:more\)\)\{:root:root\{--paper:/,
    );
    expect(themeStyle("#2e9e5b", "dawn")).toContain("(prefers-contrast:more){:root:root:root:root{--paper:#000;");
  });

  it("gives the legal pages and the dashboard of a dark site their light colours", () => {
    const css = readFileSync(new URL("../../../../site/src/ui/styles/light.css", import.meta.url), "utf8");
    const style = themeStyle("#2e9e5b", "dusk");
    const names = [...css.matchAll(/var\((--light-[a-z-]+),/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(12);
    expect([...style.matchAll(/(--light-[a-z-]+):/g)].map(([, name]) => name).sort()).toEqual(
      [...new Set(names)].sort(),
    );
  });
});
