import type { DisplayFace } from "@porchlight/protocol/render.ts";
import { chooseButton, DEFAULT_ACCENT, solve } from "./derive-theme.ts";
import type { ArtistIdentity } from "./identity.ts";
import { toOklch } from "./oklch.ts";

/** Colours of an email's paper. Every pair has a contrast of at least 4.5:1. Source: design of the site's light pages. */
export const EMAIL_PAPER = "#fdfaf4";
export const EMAIL_GROUND = "#e9e2d6";
export const EMAIL_INK = "#171b26";
/** Colours of the paper in dark mode. Source: email.css, beside the emails. */
const DARK_PAPER = "#141926";

/** What an artist's identity changes in emails. */
export type EmailLook = {
  /** Ground and letters of the button. */
  button: string;
  onButton: string;
  /** System fonts that resemble the display typeface, and their weight. */
  display: string;
  displayWeight: "normal" | "bold";
  /**
   * Colours of links and of the rule below the name, on light and dark paper. Without them both have the quiet default
   * colours.
   */
  marks?: { link: string; rule: string; darkLink: string; darkRule: string };
};

const FONTS: Record<DisplayFace, Pick<EmailLook, "display" | "displayWeight">> = {
  clarendon: { display: "georgia,serif", displayWeight: "bold" },
  grotesque: { display: "'Arial Black','Helvetica Neue',Helvetica,Arial,sans-serif", displayWeight: "bold" },
  roman: { display: "'Times New Roman',Times,serif", displayWeight: "normal" },
};

export function toEmailLook({ accent, display }: Pick<ArtistIdentity, "accent" | "display">): EmailLook {
  const fonts = FONTS[display];
  if (accent.toLowerCase() === DEFAULT_ACCENT) return { button: "#b92a52", onButton: "#ffffff", ...fonts };
  const own = toOklch(accent);
  const { fill, letters } = chooseButton(own, EMAIL_INK, [
    [EMAIL_PAPER, 1.5],
    [DARK_PAPER, 2],
  ]);
  return { button: fill, onButton: letters, ...fonts, marks: toMarks(accent) };
}

function toMarks(accent: string): NonNullable<EmailLook["marks"]> {
  const own = toOklch(accent);
  return {
    link: solve(own, [[EMAIL_PAPER, 5]]),
    rule: solve(own, [[EMAIL_PAPER, 3]]),
    darkLink: solve(own, [[DARK_PAPER, 5]]),
    darkRule: solve(own, [[DARK_PAPER, 3]]),
  };
}

/** The look of emails where no artist has chosen one. */
export const DEFAULT_EMAIL_LOOK = toEmailLook({ accent: DEFAULT_ACCENT, display: "clarendon" });

/** Links and rules in the default accent, for emails that the artist writes. */
export const DEFAULT_MARKS = toMarks(DEFAULT_ACCENT);
