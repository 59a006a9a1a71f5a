import type { Screen, State, Width } from "../../e2e/gallery/state.ts";

/** Where the gallery is written. */
export const GALLERY_FOLDER = "gallery";

/** The file in {@link GALLERY_FOLDER} that shows a state of a screen at one width. */
export function pictureName(screen: Screen, state: State, width: Width): string {
  return `${inAddresses(screen.name)}/${inAddresses(state.name)}-${width}.jpg`;
}

function inAddresses(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
