import { describe, expect, it } from "vitest";
import { logRange, logScale, logTicks, spread } from "./scales.ts";

describe("a logarithmic axis", () => {
  it("gives each tenfold the same room", () => {
    const place = logScale([1, 1_000], [0, 300]);
    expect([1, 10, 100, 1_000].map((value) => Math.round(place(value)))).toEqual([0, 100, 200, 300]);
  });

  it("may run upwards, from the bottom of a picture", () => {
    expect(Math.round(logScale([1, 100], [200, 0])(10))).toBe(100);
  });

  it("begins and ends at round numbers around all values", () => {
    expect(logRange([3.2, 95, 640])).toEqual([2, 1_000]);
    expect(logRange([0.03, 0.9])).toEqual([0.02, 1]);
  });

  it("spans at least a factor of ten, so that a constant quantity looks constant", () => {
    expect(logRange([100, 104])).toEqual([50, 500]);
    const [low, high] = logRange([7]);
    expect(high / low).toBeGreaterThanOrEqual(10);
  });

  it("names more numbers when it is short", () => {
    expect(logTicks([5, 100])).toEqual([5, 10, 20, 50, 100]);
    expect(logTicks([1_000, 1_000_000])).toEqual([1_000, 10_000, 100_000, 1_000_000]);
    expect(logTicks([0.1, 2])).toEqual([0.1, 0.2, 0.5, 1, 2]);
  });
});

describe("labels", () => {
  it("stand where they wish while they are apart", () => {
    expect(spread([10, 50, 90], 15, [0, 100])).toEqual([10, 50, 90]);
  });

  it("make room around their common middle, each in its place", () => {
    expect(spread([52, 48, 50], 10, [0, 100])).toEqual([60, 40, 50]);
  });

  it("stay within their bounds", () => {
    expect(spread([99, 100], 10, [0, 100])).toEqual([90, 100]);
    expect(spread([0, 1, 2], 10, [0, 100])).toEqual([0, 10, 20]);
  });

  it("that were pushed push others on", () => {
    const places = spread([0, 1, 14, 60], 10, [0, 100]);
    expect(places).toEqual([0, 10, 20, 60]);
  });
});
