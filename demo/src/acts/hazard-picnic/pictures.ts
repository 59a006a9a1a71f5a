/** Every picture of Hazard Picnic. */
import type { ActPictures } from "../picture.ts";
import { stingFirstCover, thisWayDownCover, wetSandwichCover } from "./covers.ts";
import { crowdScene } from "./crowd.ts";
import { cassette, poster, record, shirt, towel } from "./goods.ts";
import { plateScene } from "./plate.ts";
import { portrait } from "./portrait.ts";
import { backSheet, shareCard } from "./share.ts";

export const HAZARD_PICNIC: ActPictures = {
  "images/plate": plateScene,
  "images/crowd": crowdScene,
  "images/three": portrait,
  "images/stripes": backSheet,
  "images/share": shareCard,
  "music/sting-first": stingFirstCover,
  "music/this-way-down": thisWayDownCover,
  "music/wet-sandwich": wetSandwichCover,
  "store/wasp-shirt": shirt,
  "store/sting-first-record": record,
  "store/wet-sandwich-cassette": cassette,
  "store/picnic-towel": towel,
  "store/this-way-down-poster": poster,
};
