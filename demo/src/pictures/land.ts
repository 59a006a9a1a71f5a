/** Shores: ridges in layers, each standing in the air between it and the lens, and the forest along their edge. */
import type { Light, LightOut } from "./colour.ts";
import { fbm2, hash, noise2, smooth } from "./noise.ts";
import type { Plate, View } from "./view.ts";
import { lay } from "./view.ts";

/** One layer of land. Lengths in metres. */
interface RidgeRecipe {
  distance: number;
  /** Height of the ground above the water at a place x metres to the right; below 0 there is water. */
  ground: (x: number) => number;
  /** Height of full-grown trees, and metres between them. */
  trees: number;
  spacing: number;
  /** Colour of the land itself, close by. */
  body: Light;
  /** Share of the land lost in the air between, 0 to 1, and the colour of that air at u. */
  air: number;
  airLight: (u: number, out: LightOut) => void;
  /** Mist lying at the foot: how dense, 0 to 1, how high, and how uneven. */
  mist: number;
  mistHeight: number;
  seed: number;
}

/** Height of the forest's edge above ground: the highest of the pointed crowns that stand near x. */
function treeline(x: number, trees: number, spacing: number, seed: number): number {
  let highest = 0;
  const cell = Math.floor(x / spacing);
  for (let i = cell - 3; i <= cell + 3; i++) {
    const bits = hash(i, 7, seed);
    const centre = (i + (bits & 255) / 256) * spacing;
    const grown = 0.58 + 0.42 * (((bits >>> 8) & 255) / 255) ** 1.8;
    const stand = 0.75 + 0.35 * noise2(centre / (spacing * 14), 0.5, seed + 3);
    const tall = trees * grown * stand;
    const broad = (bits >>> 16) & 3;
    const away = Math.abs(x - centre) / (tall * (broad === 0 ? 0.34 : 0.15 + 0.035 * broad));
    // Most are spruce, pointed; one in four is a round broadleaf.
    const crown = broad === 0 ? 0.8 * Math.sqrt(Math.max(0, 1 - away * away)) : (1 - away) * (1 + 0.25 * away);
    highest = Math.max(highest, tall * crown);
  }
  // Twigs: without them every crown has the straight edge of a saw's tooth.
  return highest + 0.8 * noise2(x / 0.9, 3.5, seed + 9) + 0.5 * noise2(x / 0.35, 7.5, seed + 10);
}

/** Draws a layer of land over what the plate holds. */
export function drawRidge(plate: Plate, view: View, ridge: RidgeRecipe): void {
  const { width, height, left, right, top, bottom } = plate;
  const { distance } = ridge;
  const metre = distance * ((right - left) / width);
  const air: LightOut = [0, 0, 0];
  const toRow = (y: number): number => ((top - (y - view.eye) / distance) / (top - bottom)) * height;
  const foot = toRow(0);
  // The edge is read at several places within a pixel: a treetop is often thinner than one.
  const parts = 6;
  const rows = new Float64Array(parts);
  for (let px = 0; px < width; px++) {
    const u = left + ((right - left) * (px + 0.5)) / width;
    const x = u * distance;
    let highest = Infinity;
    let ground = 0;
    for (let k = 0; k < parts; k++) {
      const at = x + ((k + 0.5) / parts - 0.5) * metre;
      ground = ridge.ground(at);
      // Trees grow back from the waterline and thin out towards the point of a headland.
      const grown = smooth(-ridge.trees * 0.1, ridge.trees * 0.5, ground);
      const edge = ground + grown * treeline(at, ridge.trees, ridge.spacing, ridge.seed);
      rows[k] = ground <= 0 ? Infinity : toRow(edge);
      highest = Math.min(highest, rows[k] ?? Infinity);
    }
    if (highest === Infinity) continue;
    ridge.airLight(u, air);
    for (let py = Math.max(0, Math.floor(highest)); py <= Math.min(height - 1, Math.floor(foot)); py++) {
      let cover = 0;
      for (let k = 0; k < parts; k++) cover += Math.min(1, Math.max(0, py + 1 - (rows[k] ?? Infinity)));
      cover = (cover / parts) * Math.min(1, foot - py);
      if (cover <= 0) continue;
      const y = (top - ((py + 0.5) / height) * (top - bottom)) * distance + view.eye;
      const wisp = 0.65 + 0.5 * fbm2(x / (ridge.mistHeight * 6), y / (ridge.mistHeight * 1.5), 4, ridge.seed + 40);
      const veil = Math.min(1, ridge.air + (1 - ridge.air) * ridge.mist * wisp * Math.exp(-y / ridge.mistHeight));
      // Crowns catch a little skylight on top, the gaps between them none; ground folds shade the whole slope.
      const leaf = 1 + 0.55 * fbm2(x / (ridge.trees * 0.5), y / (ridge.trees * 0.7), 3, ridge.seed + 50);
      // Spurs running down the slope: air fills the hollows between them.
      const spur = fbm2(x / (ridge.trees * 13) + y / (ridge.trees * 7), y / (ridge.trees * 5), 4, ridge.seed + 60);
      const hollow = Math.min(1, veil * (1 + 0.16 * spur) + 0.03 * spur);
      const fold = 1 - 0.5 * spur;
      const shade = leaf * fold * (1 - hollow);
      lay(
        plate,
        px,
        py,
        cover,
        ridge.body[0] * shade + air[0] * hollow,
        ridge.body[1] * shade + air[1] * hollow,
        ridge.body[2] * shade + air[2] * hollow,
      );
    }
  }
}
