import { expect, it } from "vitest";
import type { Plate } from "../view.ts";
import { createPlate } from "../view.ts";
import type { ClothRecipe } from "./cloth.ts";
import { clothShape, createClothReader, layCloth } from "./cloth.ts";

const SMOOTH: ClothRecipe = { push: 0, over: 100, gather: [0, 0], stiff: 0.2, weight: 0.05, seed: 1 };

function lay(recipe: ClothRecipe): Plate {
  const plate = createPlate(clothShape(120, 120));
  layCloth(plate, recipe);
  return plate;
}

function highest(plate: Plate): number {
  const place = { s: 0, t: 0, height: 0 };
  const read = createClothReader(plate);
  let most = 0;
  for (let u = -80; u <= 80; u += 8) {
    for (let v = -80; v <= 80; v += 8) {
      read(u, v, place);
      most = Math.max(most, place.height);
    }
  }
  return most;
}

it("a cloth laid twice falls into the same folds", () => {
  const recipe = { ...SMOOTH, push: 12, weight: 0.01 };
  expect(lay(recipe).data).toEqual(lay(recipe).data);
});

it("gathered cloth stands up in folds, smoothed cloth lies flat", () => {
  expect(highest(lay(SMOOTH))).toBeLessThan(0.5);
  expect(highest(lay({ ...SMOOTH, gather: [0.04, 0], weight: 0.01 }))).toBeGreaterThan(2);
});

it("a place of the cloth that moved is found where it is now", () => {
  const plate = createPlate(clothShape(120, 120));
  for (let i = 0; i < plate.data.length; i += 4) plate.data[i] = 10;
  const place = { s: 0, t: 0, height: 0 };
  createClothReader(plate)(30, 5, place);
  expect(place.s).toBeCloseTo(20, 3);
  expect(place.t).toBeCloseTo(5, 3);
});
