// The package brings no types. Source: its README.
declare module "subset-font" {
  type Axis = { min: number; max: number };
  /** @returns the font with these characters only, and with these parts of its axes. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: "woff2"; variationAxes?: Record<string, Axis> },
  ): Promise<Buffer>;
}
