import type { Logo } from "@porchlight/protocol/content.ts";
import type { Look } from "@porchlight/protocol/render.ts";
import type { Artist } from "../artist.ts";
import { DUSK, type PageColours } from "../words-over-pictures.ts";
import { deriveTheme, type Ground } from "./derive-theme.ts";
import { LOGO_STYLE, themeStyle } from "./theme-style.ts";

/** What `artist.json` says about the look of all pages. */
export type ArtistIdentity = Pick<Artist, "accent" | "ground" | "display" | "logo" | "icon" | "themeColour" | "images">;

/** The look of all pages. */
export type SiteLook = Look & {
  ground: Ground;
  /** Colour of the browser's frame, `#d83b65`. */
  themeColour: string;
  /** Colour behind everything: --ink in the stylesheets. */
  groundColour: string;
  /** Colours of the letters over pictures, and of the ground. */
  colours: PageColours;
  logo?: Logo;
};

/** --ink of tokens.css. */
export const DEFAULT_INK = DUSK.ink;

/**
 * Decides the look from the artist's choices.
 *
 * @param isBright whether the pictures of the front page are, for the ground "auto"
 */
export function toLook(artist: ArtistIdentity, isBright: () => boolean, logo?: Logo): SiteLook {
  const { accent, display } = artist;
  const ground = artist.ground === "auto" ? (isBright() ? "dawn" : "dusk") : artist.ground;
  const theme = themeStyle(accent, ground);
  const colours: PageColours = theme === "" ? DUSK : deriveTheme(accent, ground);
  return {
    display,
    style: theme + (logo ? LOGO_STYLE : ""),
    ground,
    groundColour: colours.ink,
    colours,
    themeColour: artist.themeColour ?? (ground === "dusk" ? accent : colours.ink),
    ...(logo && { logo }),
  };
}
