import { expect, it } from "vitest";
import { depthInCard, depthInside, mirrorPath, nearestOn, tracePath } from "./outline.ts";

const SQUARE = mirrorPath(
  tracePath([
    [0, 10],
    [10, 10],
    [10, -10],
    [0, -10],
  ]),
);

it("a piece cut from half an outline is the same on both sides", () => {
  expect(depthInside(SQUARE, 7, 0)).toBeCloseTo(3);
  expect(depthInside(SQUARE, -7, 0)).toBeCloseTo(3);
  expect(depthInside(SQUARE, 0, 14)).toBeCloseTo(-4);
});

it("a stitch knows how far along its seam it is", () => {
  const found = { distance: 0, along: 0 };
  const seam = tracePath([
    [0, 0],
    [30, 0],
    [30, 40],
  ]);
  nearestOn(seam, 33, 20, found);
  expect(found.distance).toBeCloseTo(3);
  expect(found.along).toBeCloseTo(50);
});

it("a card's rounded corner is cut away", () => {
  expect(depthInCard(0, 0, 20, 30, 5)).toBeCloseTo(20);
  expect(depthInCard(19.5, 29.5, 20, 30, 5)).toBeLessThan(0);
  expect(depthInCard(19.5, 29.5, 20, 30, 0.1)).toBeGreaterThan(0);
});
