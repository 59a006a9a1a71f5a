import { describe, expect, it } from "vitest";
import type { Figure } from "../figures.ts";
import { drawAims, shareOfAim } from "./aims-plot.ts";
import { drawGrowth } from "./growth-plot.ts";
import { drawPages } from "./pages-plot.ts";
import { shortNumber, wrap } from "./style.ts";

function aFigure(overrides: Partial<Figure> = {}): Figure {
  return { what: "A page", rounds: [10, 20, 30], unit: "ms", aim: { atMost: 40 }, ...overrides };
}

describe("a share of an aim", () => {
  it("is the value over the most that is allowed", () => {
    expect(shareOfAim(aFigure())).toMatchObject({ lowest: 0.25, middle: 0.5, highest: 0.75 });
  });

  it("is the least that is wanted over the value", () => {
    const figure = aFigure({ aim: { atLeast: 0.5 }, rounds: [1, 0.25, 0.5], unit: "×" });
    expect(shareOfAim(figure)).toMatchObject({ lowest: 0.5, middle: 1, highest: 2 });
  });

  it("is nothing for what lies below zero", () => {
    expect(shareOfAim(aFigure({ rounds: [-11] }))).toMatchObject({ middle: 0 });
  });

  it("says nothing of marks, and of what has no aim", () => {
    expect(shareOfAim(aFigure({ unit: "", aim: { atLeast: 100 } }))).toBeUndefined();
    expect(shareOfAim({ what: "A page", rounds: [1], unit: "ms" })).toBeUndefined();
    expect(shareOfAim({ what: "A page", missing: "no browser" })).toBeUndefined();
  });
});

describe("a plot", () => {
  it("has a text alternative that says which aims were reached and which were missed", () => {
    const svg = drawAims([
      { title: "Pages", lines: [aFigure(), aFigure({ what: "A <slow> page", rounds: [50] })] },
      { title: "Without aims", lines: [{ what: "Memory", rounds: [1], unit: "MB" }] },
    ]);
    expect(svg).toContain("1 of 2 aims are held. Missed: A &lt;slow&gt; page.");
    expect(svg).not.toContain("Without aims");
  });

  it("of growth names each number at each size", () => {
    const points = [
      { size: 1_000, rounds: [1, 2, 3] },
      { size: 10_000, rounds: [4] },
    ];
    const svg = drawGrowth(
      { of: "subscribers", panels: [{ title: "Reading", unit: "ms", curves: [{ name: "first page", points }] }] },
      "The list",
    );
    expect(svg).toContain("Reading, ms, by number of subscribers: first page 2 at 1 k, 4 at 10 k.");
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it("of pages is not drawn from half of the figures", () => {
    const lines = [aFigure({ what: "Front page, gateway" }), aFigure({ what: "Front page, nginx" })];
    expect(drawPages(lines)).toBeUndefined();
    const cpu = lines.map((figure) => ({ ...figure, what: `${figure.what}, CPU each` }));
    expect(drawPages([...lines, ...cpu])).toContain("the gateway 20 µs, nginx 20 µs");
  });
});

describe("words", () => {
  it("are cut into lines between words", () => {
    expect(wrap("one two three", 60)).toEqual(["one two", "three"]);
  });

  it("of an axis are short", () => {
    expect([0.5, 20, 2_000, 1e6].map(shortNumber)).toEqual(["0.5", "20", "2 k", "1 M"]);
  });
});
