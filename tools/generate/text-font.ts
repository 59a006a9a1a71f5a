import { readFileSync } from "node:fs";
import subsetFont from "subset-font";

/** The generated file: the Latin letters of the typeface of text, in the weights that the stylesheets use. */
export const TEXT_FONT_FILE = "site/src/ui/styles/libre-franklin-latin-400-700.woff2";

const SOURCE = "node_modules/@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2";
const WEIGHTS = { min: 400, max: 700 };
/** The ranges that Fontsource's Latin file is for, as `fonts.css` has them. */
const RANGES = /U\+0000-00FF[^;]+/;

/** Makes the font of text: 2 kB less for every first visit than the file with the weights from 100 to 900. */
export function textFont(): Promise<Buffer> {
  const [ranges = ""] = RANGES.exec(readFileSync("site/src/ui/styles/fonts.css", "utf8")) ?? [];
  return subsetFont(readFileSync(SOURCE), charactersOf(ranges), {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHTS },
  });
}

function charactersOf(ranges: string): string {
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .map(([, first = "", last = first]) => {
      const from = Number.parseInt(first, 16);
      return String.fromCodePoint(
        ...Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) => from + index),
      );
    })
    .join("");
}
