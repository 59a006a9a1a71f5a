import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { expect, test } from "vitest";
import type { LightOut } from "../colour.ts";
import { BUOY_RADIUS, readBuoy } from "./bell-buoy.ts";
import { products } from "./index.ts";

const SHOP = join(demoContent(), "store/products.yaml");

test("no product of the demo's shop is shown by another's picture, and each picture can be drawn", () => {
  const named = [...readFileSync(SHOP, "utf8").matchAll(/^ {6}- file: (.+)\.jpg$/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(Object.keys(products).toSorted());
});

test("no two enamels of the pin touch: there is brass between them, and brass round them all", () => {
  const here: LightOut = [0, 0, 0];
  for (let y = -BUOY_RADIUS; y <= BUOY_RADIUS; y += 0.5) {
    let before: string | undefined;
    for (let x = -Math.sqrt(BUOY_RADIUS ** 2 - y ** 2); x < BUOY_RADIUS; x += 0.1) {
      const isBrass = readBuoy(x, y, here);
      if (Math.hypot(x, y) > BUOY_RADIUS - 1) expect(isBrass).toBe(true);
      const enamel = isBrass ? undefined : here.join();
      if (before && enamel) expect(`at ${x} ${y}: ${enamel}`).toBe(`at ${x} ${y}: ${before}`);
      before = enamel;
    }
  }
});
