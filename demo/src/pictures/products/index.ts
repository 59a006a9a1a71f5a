/** Every product picture by the name of its file in content/store. */
import type { CreatePicture } from "../picture.ts";
import { createCap } from "./cap.ts";
import { createCompactDisc } from "./compact-disc.ts";
import { createDownloadCard } from "./download-card.ts";
import { createHoodie } from "./hoodie.ts";
import { createMug } from "./mug.ts";
import { createPin } from "./pin.ts";
import { createPoster } from "./poster.ts";
import { createTee } from "./tee.ts";
import { createTote } from "./tote.ts";
import { createVinyl } from "./vinyl.ts";

/** Functions that make the product pictures. */
export const products: Readonly<Record<string, CreatePicture>> = {
  "lake-effect-tee-ink": (width) => createTee(width, "ink"),
  "lake-effect-tee-bone": (width) => createTee(width, "bone"),
  "breakwater-hoodie": createHoodie,
  "lake-effect-vinyl": createVinyl,
  "lake-effect-download": createDownloadCard,
  "long-point-cd": createCompactDisc,
  "harbour-light-mug": createMug,
  "breakwater-poster": createPoster,
  "osier-harbour-cap": createCap,
  "pier-tote": createTote,
  "lamp-pin": createPin,
};
