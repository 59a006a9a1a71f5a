import { describe, expect, it } from "vitest";
import { createPitchCurve, readLine } from "./line.ts";
import { createTimeline } from "./timeline.ts";

const timeline = createTimeline({ tempo: 60, beatsPerBar: 4, key: "C", capo: 2, chart: "C | G", ring: 1 });

describe("a written melody", () => {
  it("is read as notes at their times, moved up by the capo", () => {
    const [first, second] = readLine("C4:1 -:1 E4:2 | G4:4", 0, timeline);
    expect(first).toEqual([{ pitch: 62, from: timeline.secondsAt(0), until: timeline.secondsAt(1) }]);
    expect(second).toEqual([{ pitch: 66, from: timeline.secondsAt(2), until: timeline.secondsAt(4) }]);
  });

  it("a tilde ties a note to the previous one", () => {
    const phrases = readLine("C4:1 ~D4:1 E4:2", 0, timeline);
    expect(phrases.map((phrase) => phrase.map(({ pitch }) => pitch))).toEqual([[62, 64], [66]]);
  });

  it("is refused when a bar is not full, naming the bar", () => {
    expect(() => readLine("C4:4 | G4:3", 0, timeline)).toThrow("Bar 2 of a melody has 3 beats: G4:3");
  });

  it("is refused when a word is not a note", () => {
    expect(() => readLine("C4:2 H4:2", 0, timeline)).toThrow('"H4:2" is not a note of a melody');
  });
});

it("a slide passes from one pitch to the next and stays there", () => {
  const phrase = [
    { pitch: 60, from: 0, until: 1 },
    { pitch: 64, from: 1, until: 2 },
  ];
  const curve = createPitchCurve(phrase, { slide: 0.2, vibratoRate: 5, vibratoCents: 0, vibratoDelay: 1 });
  expect([0.5, 1, 1.5].map(curve)).toEqual([60, 62, 64]);
});
