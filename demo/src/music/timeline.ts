/** When each beat of a piece falls, and which chord sounds there. */
import { type Chord, chordOf } from "./chords.ts";
import { MODES, pitchClassOf } from "./pitch.ts";
import { samplesIn } from "./sound.ts";

/** What a piece says about its time and harmony. */
export interface Score {
  /** Beats a minute. */
  tempo: number;
  beatsPerBar: number;
  /** Tonic as written, before the capo, and the mode. */
  key: string;
  mode?: keyof typeof MODES;
  /** Everything written sounds that many semitones higher. */
  capo?: number;
  /** How late the second half of a beat comes: 0 is even, 0.33 a full shuffle. */
  swing?: number;
  /** Bars divided by "|"; several chords share a bar evenly. */
  chart: string;
  /** The last bars slow down to this share of the tempo. */
  ending?: { bars: number; slowTo: number };
  /** Seconds that the last chord rings after the last bar. */
  ring: number;
}

/** A chord and the beats it holds, counted from the beginning of the piece. */
interface ChordSpan {
  chord: Chord;
  from: number;
  until: number;
}

/** A score made ready to be played. */
export interface Timeline {
  beatsPerBar: number;
  bars: number;
  capo: number;
  spans: readonly ChordSpan[];
  /** Pitch classes of the key, as they sound. */
  scale: ReadonlySet<number>;
  /** Samples in the whole piece. */
  length: number;
  /** Seconds from the beginning to a beat, with swing and the slowing at the end. */
  secondsAt: (beat: number) => number;
  /** The chord at a beat; after the end, the last. */
  spanAt: (beat: number) => ChordSpan;
}

/**
 * Computes a score.
 * @throws {Error} the chart holds a chord that no hand position is known for
 */
export function createTimeline(score: Score): Timeline {
  const { beatsPerBar, capo = 0 } = score;
  const bars = score.chart.split("|").map((bar) => bar.trim().split(/\s+/));
  const spans = bars.flatMap((names, bar) => {
    const beats = beatsPerBar / names.length;
    return names.map((name, i) => {
      const from = bar * beatsPerBar + i * beats;
      return { chord: chordOf(name, capo), from, until: from + beats };
    });
  });
  const secondsAt = createClock(score, bars.length * beatsPerBar);
  const tonic = pitchClassOf(score.key) + capo;
  return {
    beatsPerBar,
    bars: bars.length,
    capo,
    spans,
    scale: new Set(MODES[score.mode ?? "major"].map((step) => (tonic + step) % 12)),
    length: samplesIn(secondsAt(bars.length * beatsPerBar) + score.ring),
    secondsAt,
    spanAt: (beat) => {
      const span = spans.find(({ until }) => beat < until - 1e-6) ?? spans.at(-1);
      if (!span) throw new Error("A chart needs a chord");
      return span;
    },
  };
}

/** Silence before the first beat, in seconds: room for a note that comes a little early. */
const LEAD_IN_SECONDS = 0.06;

function createClock({ tempo, beatsPerBar, swing = 0, ending }: Score, beats: number): (beat: number) => number {
  const second = 60 / tempo;
  const slowing = ending ? ending.bars * beatsPerBar : 0;
  const steady = beats - slowing;
  return (beat) => {
    const whole = Math.floor(beat);
    const part = beat - whole;
    const swung = part < 0.5 ? part * (1 + swing) : (1 + swing) / 2 + (part - 0.5) * (1 - swing);
    const at = whole + swung;
    if (!ending || at <= steady) return LEAD_IN_SECONDS + at * second;
    // The length of a beat grows evenly from 1 to 1 / slowTo over the ending, so its sum is a parabola.
    const into = Math.min(at - steady, slowing);
    const growth = (1 / ending.slowTo - 1) / slowing;
    const after = Math.max(0, at - beats) / ending.slowTo;
    return LEAD_IN_SECONDS + (steady + into + (growth * into * into) / 2 + after) * second;
  };
}
