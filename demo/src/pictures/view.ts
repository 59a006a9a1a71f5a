/**
 * The camera, and the sheets of film it fills. A shift-lens camera stands `eye` metres above the water and looks level
 * at +z, so uprights stay upright. A place in the picture is (u, v): the direction (u, v, 1) from the eye. v is 0 on
 * the horizon, and a thing at height y and distance z is at v = (y - eye) / z.
 */

/** Where the camera is and how much it takes in. */
export interface View {
  width: number;
  height: number;
  /** Where the horizon lies, as a fraction of the height from the top. */
  horizon: number;
  /** Tangent of half the angle of view: 0.51 is a 35 mm lens on 35 mm film. */
  wide: number;
  /** Height of the lens above the water, in metres. */
  eye: number;
}

/** u of a pixel column, which may be a fraction. */
export function toU(view: View, x: number): number {
  return ((x / view.width) * 2 - 1) * view.wide;
}

/** v of a pixel row, which may be a fraction. */
export function toV(view: View, y: number): number {
  return ((view.horizon - y / view.height) * 2 * view.wide * view.height) / view.width;
}

/** Angle, as a tangent, that one pixel covers. */
export function pixelAngle(view: View): number {
  return (2 * view.wide) / view.width;
}

/** A rectangle of directions, drawn ahead so that both the lens and the water can look at it. */
export interface Plate {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Four numbers a pixel: linear light times cover, and cover. */
  data: Float32Array;
}

/** Bounds and fineness of a plate still to be drawn. */
export interface PlateShape {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Pixels per unit of u and v. */
  density: number;
}

/** Pixel size of a plate of that shape. */
export function plateSize(shape: PlateShape): { width: number; height: number } {
  return {
    width: Math.ceil((shape.right - shape.left) * shape.density),
    height: Math.ceil((shape.top - shape.bottom) * shape.density),
  };
}

/** An empty plate; in shared memory, so that every worker reads the same one. */
export function createPlate(shape: PlateShape): Plate {
  const { width, height } = plateSize(shape);
  const { left, right, top, bottom } = shape;
  const data = new Float32Array(new SharedArrayBuffer(width * height * 16));
  return { width, height, left, right, top, bottom, data };
}

/** Light and cover read from a plate. */
export type Sample = [red: number, green: number, blue: number, cover: number];

/**
 * Reads a plate between its pixels. Beyond the left, right and top edge the edge is repeated; below the bottom is
 * nothing.
 */
export function readPlate(plate: Plate, u: number, v: number, out: Sample): void {
  const { width, height, data } = plate;
  const x = Math.min(width - 1.001, Math.max(0, ((u - plate.left) / (plate.right - plate.left)) * width - 0.5));
  const y = Math.max(0, ((plate.top - v) / (plate.top - plate.bottom)) * height - 0.5);
  if (y >= height - 1) {
    out[0] = out[1] = out[2] = out[3] = 0;
    return;
  }
  const ix = x | 0;
  const iy = y | 0;
  const tx = x - ix;
  const ty = y - iy;
  const i = (iy * width + ix) * 4;
  const j = i + width * 4;
  const a = (1 - tx) * (1 - ty);
  const b = tx * (1 - ty);
  const c = (1 - tx) * ty;
  const d = tx * ty;
  for (let k = 0; k < 4; k++) {
    out[k] = a * (data[i + k] ?? 0) + b * (data[i + 4 + k] ?? 0) + c * (data[j + k] ?? 0) + d * (data[j + 4 + k] ?? 0);
  }
}

/** Lays a colour over one pixel of a plate. */
export function lay(plate: Plate, x: number, y: number, cover: number, red: number, green: number, blue: number): void {
  if (x < 0 || y < 0 || x >= plate.width || y >= plate.height || cover <= 0) return;
  const i = (y * plate.width + x) * 4;
  const keep = 1 - cover;
  const { data } = plate;
  data[i] = (data[i] ?? 0) * keep + red * cover;
  data[i + 1] = (data[i + 1] ?? 0) * keep + green * cover;
  data[i + 2] = (data[i + 2] ?? 0) * keep + blue * cover;
  data[i + 3] = (data[i + 3] ?? 0) * keep + cover;
}
