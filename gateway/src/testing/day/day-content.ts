import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { someContent } from "../gateway-process.ts";

const DEMO = demoContent();

/** Stock of the product that sells out during the day. */
const FEW = 40;
const MANY = 100_000;

/** The products. The mug has little stock; the songbook has unlimited stock. */
const PRODUCTS = `
products:
  - handle: lamp-pin
    title: Lamp pin
    price: 6.00
    grams: 20
    stock: ${MANY}
    images: [ { file: lamp-pin.jpg, alt: A pin } ]
  - handle: harbour-light-mug
    title: Harbour Light mug
    price: 18.00
    grams: 400
    stock: ${FEW}
  - handle: songbook
    title: Songbook
    price: 12.50
    grams: 300
  - handle: tee
    title: Tee
    price: 38.00
    grams: 220
    options: [ { name: Size, values: [ S, L ] } ]
    variants:
      - { options: [ S ], sku: TEE-S, stock: ${MANY} }
      - { options: [ L ], sku: TEE-L, stock: ${MANY} }
`;

/** The demo's texts and shop, with one picture and an icon. Preparing more would take minutes. */
export function makeDayContent(): string {
  const contentDir = someContent();
  mkdirSync(join(contentDir, "store"));
  mkdirSync(join(contentDir, "images"));
  for (const file of ["store/store.yaml", "store/lamp-pin.jpg", "images/icon.svg"]) {
    cpSync(join(DEMO, file), join(contentDir, file));
  }
  writeFileSync(join(contentDir, "store/products.yaml"), PRODUCTS);
  return contentDir;
}
