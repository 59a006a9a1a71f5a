import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { products } from "./index.ts";

const SHOP = join(import.meta.dirname, "../../../content/store/products.yaml");

test("no product of the demo's shop is shown by another's picture, and each picture can be drawn", () => {
  const named = [...readFileSync(SHOP, "utf8").matchAll(/^ {6}- file: (.+)\.jpg$/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(Object.keys(products).toSorted());
});
