/** Where a page shows a picture under words, and what stays in view; see `Picture`. */
export type PicturePlace = ({ at: "hero" } | { at: "portrait"; title: string } | { at: "background" }) & {
  focus?: string;
};

/** Colours of a page's ground and of the text over its pictures, `#d83b65`, keyed by their names in tokens.css. */
export type PageColours = Readonly<
  Record<"ink" | "sky" | "paper" | "paper-soft" | "paper-dim" | "accent-large" | "accent-text" | "ember", string>
>;

/** The words over a picture: where they stand, and their colours. */
export type WordsOver = { place: PicturePlace; colours: PageColours };

/** The colours of site/src/ui/styles/tokens.css, and the sky of the styles that have one. */
export const DUSK: PageColours = {
  ink: "#0b0e16",
  sky: "#1a2440",
  paper: "#f4eadb",
  "paper-soft": "#cbc1b3",
  "paper-dim": "#9d968d",
  "accent-large": "#df5077",
  "accent-text": "#f78fab",
  ember: "#e9a36b",
};
