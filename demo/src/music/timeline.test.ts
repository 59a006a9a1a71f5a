import { describe, expect, it } from "vitest";
import { createTimeline, type Score } from "./timeline.ts";

const SCORE: Score = { tempo: 60, beatsPerBar: 4, key: "G", chart: "G | C D | G", ring: 2 };
const LEAD_IN = 0.06;

describe("a score's timeline", () => {
  it("divides a bar evenly among its chords", () => {
    const spans = createTimeline(SCORE).spans.map(({ chord, from, until }) => [chord.name, from, until]);
    expect(spans).toEqual([
      ["G", 0, 4],
      ["C", 4, 6],
      ["D", 6, 8],
      ["G", 8, 12],
    ]);
  });

  it("counts steady beats by the tempo, and the ring of the last chord after them", () => {
    const timeline = createTimeline(SCORE);
    expect(timeline.secondsAt(4)).toBeCloseTo(LEAD_IN + 4);
    expect(timeline.length / 44_100).toBeCloseTo(LEAD_IN + 12 + 2, 3);
  });

  it("with swing, plays the second half of a beat late and the beat itself on time", () => {
    const { secondsAt } = createTimeline({ ...SCORE, swing: 0.3 });
    expect(secondsAt(1.5)).toBeCloseTo(LEAD_IN + 1.65);
    expect(secondsAt(2)).toBeCloseTo(LEAD_IN + 2);
  });

  it("slows down to the given tempo without a jump", () => {
    const { secondsAt } = createTimeline({ ...SCORE, ending: { bars: 1, slowTo: 0.5 } });
    expect(secondsAt(8)).toBeCloseTo(LEAD_IN + 8);
    expect(secondsAt(8.1) - secondsAt(8)).toBeCloseTo(0.1, 2);
    expect(secondsAt(12) - secondsAt(11.9)).toBeCloseTo(0.2, 2);
  });

  it("is refused when a chord is unknown", () => {
    expect(() => createTimeline({ ...SCORE, chart: "G | H" })).toThrow('No shape is known for the chord "H"');
  });
});
