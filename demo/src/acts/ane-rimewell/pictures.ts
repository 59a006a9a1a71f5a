/** Every picture of Ane Rimewell. */
import type { ActPictures } from "../picture.ts";
import { lampForTheOrchard, lessonsInSnow, nearlyThaw } from "./covers.ts";
import { cards, framedPrint, record, songbook } from "./goods.ts";
import { portrait, windowLight } from "./room.ts";
import { fog, shareCard } from "./share.ts";
import { snowfield } from "./snow.ts";

export const ANE_RIMEWELL: ActPictures = {
  "images/snowfield": snowfield,
  "images/window": windowLight,
  "images/piano": portrait,
  "images/fog": fog,
  "images/share": shareCard,
  "music/lessons-in-snow": lessonsInSnow,
  "music/a-lamp-for-the-orchard": lampForTheOrchard,
  "music/nearly-thaw": nearlyThaw,
  "store/lessons-in-snow-record": record,
  "store/lessons-in-snow-songbook": songbook,
  "store/field-print": framedPrint,
  "store/winter-cards": cards,
};
