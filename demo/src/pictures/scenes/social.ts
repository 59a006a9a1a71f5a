/** The card shown when a link is shared: the harbour of n1 in a wider frame, with room for the name on the left. */

import { setLettering } from "../lettering.ts";
import type { CreatePicture } from "../picture.ts";
import { drawHarbour } from "./n1.ts";

/** Draws the social card. */
export const createSocial: CreatePicture = (width) => ({
  ...drawHarbour(width, { height: 0.525, horizon: 0.5, wide: 0.235 }),
  seed: 7,
  lettering: setLettering,
});
