import { expect, test } from "vitest";
import { glowInFog } from "./fog.ts";
import { covers } from "./index.ts";
import { wakeStep } from "./wake.ts";

test("every sleeve is square at any size and has its words", () => {
  for (const [name, create] of Object.entries(covers)) {
    const picture = create(300);
    expect([name, picture.width, picture.height]).toEqual([name, 300, 300]);
    expect(picture.lettering, name).toBeTypeOf("function");
  }
});

test("fog glows most in the direction of the lamp, and not at all when something blocks the view", () => {
  const towards = glowInFog(0, 0, 30, 0, 0, 1, 900, 0.2);
  const beside = glowInFog(0, 0, 30, 0.1, 0, Math.sqrt(0.99), 900, 0.2);
  expect(towards).toBeGreaterThan(3 * beside);
  expect(beside).toBeGreaterThan(0);
  expect(glowInFog(0, 0, 30, 0, 0, 1, 0, 0.2)).toBeCloseTo(0, 9);
});

test("a wake stays within its wedge, about 19.5 degrees to each side, whatever the boat", () => {
  if (!("pixel" in wakeStep)) throw new Error("The wake is drawn by pixel");
  const slopes = wakeStep.pixel(new Map());
  const meanSteepness = (fromDegrees: number, toDegrees: number): number => {
    let sum = 0;
    let count = 0;
    for (let along = -120; along < -80; along += 1.3) {
      for (let degrees = fromDegrees; degrees < toDegrees; degrees += 0.5) {
        const out: [number, number, number, number] = [0, 0, 0, 0];
        slopes(along, along * Math.tan((degrees * Math.PI) / 180), out);
        sum += Math.hypot(out[0], out[1]);
        count++;
      }
    }
    return sum / count;
  };
  expect(meanSteepness(16, 20)).toBeGreaterThan(4 * meanSteepness(24, 26));
});
