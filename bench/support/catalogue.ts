import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { newFolder } from "./folders.ts";

/** Variants of each made-up product. */
const SIZES = ["S", "M", "L", "XL"];

/**
 * Copies the demo's content with another catalogue: `count` products in four sizes, each with one of the demo's
 * pictures. Their stock is not counted, so that a bench can buy without end.
 *
 * @returns the content folder
 */
export function contentWithProducts(count: number): string {
  const folder = copyTexts(`content-${count}`);
  const demo = demoContent();
  mkdirSync(join(folder, "store"));
  const pictures: string[] = [];
  for (const name of readdirSync(join(demo, "store"))) {
    if (name === "products.yaml") continue;
    cpSync(join(demo, "store", name), join(folder, "store", name));
    if (name.endsWith(".jpg")) pictures.push(name);
  }
  const products = Array.from({ length: count }, (_, number) => productOf(number, pictures[number % pictures.length]));
  writeFileSync(join(folder, "store/products.yaml"), `products:\n${products.join("")}`);
  return folder;
}

/** Copies the demo's content, whose texts can then be edited. */
export function copyDemo(name: string): string {
  const folder = copyTexts(name);
  for (const part of ["store", "music"]) symlinkSync(join(demoContent(), part), join(folder, part), "junction");
  return folder;
}

/** Copies the demo's texts and links its pictures. */
function copyTexts(name: string): string {
  const folder = newFolder(name);
  const demo = demoContent();
  for (const entry of readdirSync(demo, { withFileTypes: true })) {
    if (entry.isFile()) cpSync(join(demo, entry.name), join(folder, entry.name));
  }
  symlinkSync(join(demo, "images"), join(folder, "images"), "junction");
  return folder;
}

function productOf(number: number, picture: string | undefined): string {
  return `
  - handle: product-${number}
    title: Shirt number ${number}
    type: T-shirt
    tags: [wear, series-${number % 20}]
    added: 2026-05-01
    price: "${20 + (number % 30)}.50"
    grams: 180
    description: A shirt of heavy cotton with the lighthouse on its back, number ${number} of the series.
${picture ? `    images:\n      - file: ${picture}\n        alt: A shirt\n` : ""}    options:
      - name: Size
        values: [${SIZES.join(", ")}]
`;
}
