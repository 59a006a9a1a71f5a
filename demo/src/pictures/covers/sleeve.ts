/** The grid all sleeves share: the record's name in two lines at the top left, the act's at the foot, both on one margin. */
import { setPage } from "../lettering.ts";
import type { CreatePicture, Picture } from "../picture.ts";
import type { PlateShape } from "../view.ts";

/** What a sleeve shows. It is square; places on it are fractions of its side, x to the right and y down. */
type Scene = Pick<Picture, "film" | "steps" | "frame" | "seed">;

/** Room between the letters and every edge of the sleeve, in hundredths of its side. */
const MARGIN = 7;
/** Size of the record's name, in the same measure. "Grandstand", the longest word, sets it for all. */
const NAME_SIZE = 12.6;

/**
 * Space that Besley leaves to the left of a capital, in parts of its size, so that the ink ends at the margin: most
 * capitals begin with a stem and leave the same. A round G goes over the margin a little, or it would look indented.
 */
const AIR_BEFORE: Readonly<Record<string, number>> = { G: 0.056, W: -0.01 };
const AIR_BEFORE_STEM = 0.031;

function setLine(line: string): string {
  const air = AIR_BEFORE[line.charAt(0)] ?? AIR_BEFORE_STEM;
  return `<span style="display:block;margin-left:${-air}em">${line}</span>`;
}

/** Sets the words of a sleeve. Returns a function that makes the transparent PNG with them. */
function setSleeve(name: readonly [string, string]): NonNullable<Picture["lettering"]> {
  const page = `<style>
    body { color: #f4e9d8; }
    h1, p { position: absolute; left: ${MARGIN}rem; margin: 0; }
    h1 { top: ${MARGIN}rem; font: 600 ${NAME_SIZE}rem/0.95 Besley; letter-spacing: -0.02em; translate: 0 -0.135em; }
    p { bottom: ${MARGIN}rem; font: 600 2.7rem/1 "Libre Franklin"; letter-spacing: 0.32em; translate: -0.08em 0.14em; }
  </style><h1>${name.map(setLine).join("")}</h1><p>HARBOUR LINE</p>`;
  return (width, height) => setPage(page, width, height);
}

/**
 * Makes a sleeve of a scene.
 *
 * @param name the record's name in its two lines
 * @param createScene makes the scene for a sleeve that many pixels wide
 */
export function createSleeve(name: readonly [string, string], createScene: (width: number) => Scene): CreatePicture {
  return (width) => ({ ...createScene(width), width, height: width, quality: 80, lettering: setSleeve(name) });
}

/**
 * A plate as large as the sleeve, read at (x, -y) since plates count upwards. It continues a little below the sleeve,
 * because a plate has nothing below its last row.
 *
 * @param density pixels along the sleeve's side
 */
export function wholeSleeve(density: number): PlateShape {
  return { left: 0, right: 1, top: 0, bottom: -1.01, density };
}
