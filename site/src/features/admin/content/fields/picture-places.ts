import type { ValuePath } from "@porchlight/protocol/content-editing.ts";
import { type FocusPoint, parseFocus } from "@porchlight/protocol/picture-focus.ts";
import { crop as words } from "./words.ts";

/** Where the site shows a picture. */
export type PicturePlace =
  | "hero"
  | "portrait"
  | "background"
  | "share"
  | "press"
  | "product"
  | "cover"
  | "logo"
  | "icon";

/** A box in which the site shows a picture: its size in CSS pixels, and the part that it shows without a focus. */
export type Crop = { label: string; width: number; height: number; usual: FocusPoint; left?: number; right?: number };

const MIDDLE: FocusPoint = { across: 50, down: 50 };

/** As hero.css and email-dialog.css show a picture of the front page. */
const HERO_SIDES = { left: 25, right: 78 };

/** The boxes of each place. The stylesheets have the same shapes. */
export const CROPS: Readonly<Record<PicturePlace, readonly Crop[]>> = {
  hero: [
    { label: words.phone, width: 390, height: 844, usual: { across: 50, down: 60 }, ...HERO_SIDES },
    { label: words.computer, width: 1440, height: 900, usual: { across: 50, down: 60 }, ...HERO_SIDES },
    { label: words.phoneOnItsSide, width: 844, height: 390, usual: { across: 50, down: 0 }, ...HERO_SIDES },
    { label: words.signUp, width: 441, height: 608, usual: { across: 50, down: 62 }, left: 14, right: 86 },
  ],
  portrait: [
    { label: words.phone, width: 390, height: 487, usual: MIDDLE },
    { label: words.computer, width: 662, height: 900, usual: MIDDLE },
  ],
  background: [
    { label: words.phone, width: 390, height: 844, usual: MIDDLE },
    { label: words.computer, width: 1440, height: 900, usual: MIDDLE },
  ],
  share: [{ label: words.link, width: 1200, height: 630, usual: MIDDLE }],
  press: [{ label: words.press, width: 3, height: 2, usual: MIDDLE }],
  product: [{ label: words.product, width: 4, height: 5, usual: MIDDLE }],
  // A logo and an icon are shown whole.
  logo: [],
  icon: [],
  cover: [{ label: words.cover, width: 1, height: 1, usual: MIDDLE }],
};

const FOCUSABLE: readonly PicturePlace[] = ["hero", "portrait", "background"];

/** Whether a picture there may have a focus. */
export function hasFocus(place: PicturePlace | undefined): boolean {
  return place !== undefined && FOCUSABLE.includes(place);
}

/** The part of a picture that a box shows, as `object-position`. */
export function pointIn({ usual, left, right }: Crop, focus: string | undefined): FocusPoint {
  const point = parseFocus(focus);
  if (point) return point;
  const side = focus === "left" ? left : focus === "right" ? right : undefined;
  return side === undefined ? usual : { ...usual, across: side };
}

/** The place of the picture at a path of a file; undefined if the site shows it in no box of its own. */
export function placeOf(file: string, path: ValuePath): PicturePlace | undefined {
  if (file === "artist.json" && path[0] === "images") {
    const name = path[1];
    return name === "hero" || name === "portrait" || name === "background" || name === "share" ? name : undefined;
  }
  if (file === "press.md") return "press";
  if (file === "store/products.yaml") return "product";
  return file === "music/albums.yaml" ? "cover" : undefined;
}
