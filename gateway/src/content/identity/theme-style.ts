import { DEFAULT_ACCENT, deriveTheme, type Ground, type Theme } from "./derive-theme.ts";

/** Tokens with other values in print and for visitors who want more contrast. */
const CONTRASTS = ["paper", "paper-soft", "paper-dim", "line", "line-strong"] as const;

/** Tokens of the light screens, which light.css reads with `--light-` before their names. */
const LIGHT = [
  "ink",
  "ink-raised",
  "ink-deep",
  "field",
  "paper",
  "paper-soft",
  "paper-dim",
  "accent",
  "accent-fill",
  "accent-fill-hover",
  "accent-text",
  "on-accent",
  "ember",
  "line",
  "line-strong",
  "lamp",
] as const;

/** Tokens that have the same values on dusk. */
const SAME_ON_DUSK = ["field", "lamp", "shadow"] as const;

/** Tokens that printed pages use too. */
const PRINTED = ["accent", "accent-large", "accent-text", "ember"] as const;

/** Dark letters for visitors who want more contrast. Source: site/src/ui/styles/light.css. */
const MORE_CONTRAST =
  "--paper:#000;--paper-soft:#232019;--paper-dim:#3a362e;--line:rgb(0 0 0/50%);--line-strong:rgb(0 0 0/85%)";

/** Status colours of light.css. */
const DAWN = "color-scheme:light;--success:#22633f;--warning:#735200";

/** The logo is as high as its words would be. In the hero it may be as wide as the window. */
export const LOGO_STYLE =
  ".logo{inline-size:auto;block-size:1.5em;object-fit:contain;object-position:0}:root .hero h1:has(.logo){max-inline-size:none}";

/**
 * The stylesheet of an artist's own accent and ground; empty for the default ones. It overrides tokens.css, wherever
 * that is in the page; this is why `:root` is repeated.
 */
export function themeStyle(accent: string, ground: Ground): string {
  if (ground === "dawn") return dawnStyle(deriveTheme(accent, "dawn"));
  if (accent.toLowerCase() === DEFAULT_ACCENT) return "";
  const dusk = without(deriveTheme(accent, "dusk"), SAME_ON_DUSK);
  return [
    `@media screen{:root:root{${list(without(dusk, CONTRASTS))}}}`,
    `@media screen and (not (prefers-contrast:more)){:root:root{${list(only(dusk, CONTRASTS))}}}`,
    `:root{${list(only(deriveTheme(accent, "dawn"), LIGHT), "light-")}}`,
  ].join("");
}

/** On dawn all screens are light, whatever the visitor's system prefers, so this also overrides light.css. */
function dawnStyle(theme: Theme): string {
  const root = ":root:root:root:root";
  return [
    `${root}{${list(only(theme, PRINTED))}}`,
    `@media screen{${root}{${DAWN};${list(without(theme, [...CONTRASTS, ...PRINTED]))}}}`,
    `@media screen and (not (prefers-contrast:more)){${root}{${list(only(theme, CONTRASTS))}}}`,
    `@media screen and (prefers-contrast:more){${root}{${MORE_CONTRAST}}}`,
    // Behind dark letters, a picture with a higher opacity would be too dark.
    ":root:root .background img{opacity:.16}",
  ].join("");
}

type Values = Readonly<Record<string, string>>;

function only(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

function without(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function list(values: Values, prefix = ""): string {
  return Object.entries(values)
    .map(([name, value]) => `--${prefix}${name}:${value}`)
    .join(";");
}
