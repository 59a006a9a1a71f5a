import { inFileNames, type Screen, type State, type Width } from "./state.ts";

/** Where the gallery is written. */
export const GALLERY_FOLDER = "gallery";

/** The file in {@link GALLERY_FOLDER} that shows a state of a screen at one width. */
export function pictureName(screen: Screen, state: State, width: Width): string {
  return `${inFileNames(screen.name)}/${inFileNames(state.name)}-${width}.jpg`;
}
