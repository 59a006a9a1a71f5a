import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Growth } from "../figures.ts";
import type { PartResult, Picture } from "../report.ts";
import { drawAims } from "./aims-plot.ts";
import { drawGrowth } from "./growth-plot.ts";
import { drawPages } from "./pages-plot.ts";

/** Name of the folder beside the report in which the pictures lie. */
const FOLDER = "plots";

const GROWTHS: Record<string, { file: string; title: string; description: string }> = {
  subscribers: {
    file: "growth-list.svg",
    title: "From a thousand subscribers to a million",
    description: "Plots of what the list costs as it grows; the table below has the same numbers",
  },
  products: {
    file: "growth-shop.svg",
    title: "From thirty products to three thousand",
    description: "Plots of what the shop costs as it grows; the table below has the same numbers",
  },
};

/**
 * Draws all that the parts allow and writes it beside the report.
 *
 * @param reportFolder where the report lies
 */
export function writePlots(parts: readonly PartResult[], reportFolder: string): Picture[] {
  const pictures: Picture[] = [];
  mkdirSync(join(reportFolder, FOLDER), { recursive: true });
  const write = (part: string, name: string, description: string, svg: string) => {
    writeFileSync(join(reportFolder, FOLDER, name), svg);
    pictures.push({ part, file: `${FOLDER}/${name}`, description });
  };
  write("", "aims.svg", "Each figure as a share of its aim; the tables below have the same numbers", drawAims(parts));
  for (const { title, lines, growths = [] } of parts) {
    const pages = drawPages(lines);
    if (pages)
      write(title, "pages.svg", "Bars of finished pages beside nginx; the table below has the same numbers", pages);
    for (const growth of growths) writeGrowth(growth, title, write);
  }
  return pictures;
}

function writeGrowth(
  growth: Growth,
  part: string,
  write: (part: string, name: string, description: string, svg: string) => void,
): void {
  const known = GROWTHS[growth.of];
  if (known) write(part, known.file, known.description, drawGrowth(growth, known.title));
}
