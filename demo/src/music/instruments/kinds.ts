/** The strings of the band, and their boxes. The values come from measured spectra of the result. */
import type { Body } from "./body.ts";
import type { StringKind } from "./string.ts";

/** Strings and the body that all of them share. */
export interface Instrument {
  string: StringKind;
  body: Body;
}

/** Steel-string guitar, played with a pick near the sound hole. */
export const PICKED_GUITAR: Instrument = {
  string: { decay: 7, brilliance: 1.4, position: 0.163, touch: 0.16, scratch: 0.25, edge: 2600, course: [0] },
  body: {
    scatter: 0.55,
    resonances: [
      { kind: "high-pass", hertz: 75 },
      { kind: "peak", hertz: 104, q: 4, gain: 4 },
      { kind: "peak", hertz: 208, q: 4, gain: 4 },
      { kind: "peak", hertz: 390, q: 3, gain: -2 },
      { kind: "peak", hertz: 2600, q: 1, gain: 3 },
      { kind: "high-shelf", hertz: 6500, gain: -4 },
    ],
  },
};

/** The same guitar under bare fingers. */
export const FINGERED_GUITAR: Instrument = {
  string: { decay: 7, brilliance: 1.3, position: 0.213, touch: 0.22, scratch: 0.2, edge: 2400, course: [0] },
  body: PICKED_GUITAR.body,
};

/** Mandolin: four courses of two strings. */
export const MANDOLIN: Instrument = {
  string: { decay: 3, brilliance: 0.8, position: 0.137, touch: 0.14, scratch: 0.22, edge: 3200, course: [-3, 3] },
  body: {
    scatter: 0.45,
    resonances: [
      { kind: "high-pass", hertz: 180 },
      { kind: "peak", hertz: 280, q: 3, gain: 4 },
      { kind: "peak", hertz: 620, q: 2, gain: 2 },
      { kind: "peak", hertz: 1900, q: 1.4, gain: 3 },
      { kind: "high-shelf", hertz: 6000, gain: -5 },
    ],
  },
};

/** Five-string banjo: bright, and short. */
export const BANJO: Instrument = {
  string: { decay: 2.4, brilliance: 0.9, position: 0.107, touch: 0.14, scratch: 0.16, edge: 3400, course: [0] },
  body: {
    scatter: 0.3,
    resonances: [
      { kind: "high-pass", hertz: 160 },
      { kind: "peak", hertz: 420, q: 2.5, gain: 4 },
      { kind: "peak", hertz: 1150, q: 1.5, gain: 3 },
      { kind: "high-shelf", hertz: 5500, gain: -4 },
    ],
  },
};

/** Electric guitar, before its amplifier. */
export const ELECTRIC_GUITAR: Instrument = {
  string: { decay: 9, brilliance: 1.8, position: 0.187, touch: 0.2, scratch: 0.12, edge: 3200, course: [0] },
  body: {
    scatter: 0,
    resonances: [
      { kind: "high-pass", hertz: 90 },
      { kind: "peak", hertz: 3000, q: 1.2, gain: 3 },
    ],
  },
};

/** Upright bass under a finger. */
export const UPRIGHT_BASS: Instrument = {
  string: { decay: 3.2, brilliance: 0.16, position: 0.24, touch: 2.2, scratch: 0.05, edge: 420, course: [0] },
  body: {
    scatter: 0.5,
    resonances: [
      { kind: "high-pass", hertz: 36 },
      { kind: "peak", hertz: 62, q: 1.5, gain: 2 },
      { kind: "peak", hertz: 105, q: 2, gain: 3 },
      { kind: "peak", hertz: 700, q: 1, gain: 2 },
      { kind: "low-pass", hertz: 3200 },
    ],
  },
};

/** Electric bass. */
export const ELECTRIC_BASS: Instrument = {
  string: { decay: 6, brilliance: 0.3, position: 0.187, touch: 1.6, scratch: 0.05, edge: 520, course: [0] },
  body: {
    scatter: 0.5,
    resonances: [
      { kind: "high-pass", hertz: 38 },
      { kind: "peak", hertz: 90, q: 1, gain: 2 },
      { kind: "peak", hertz: 800, q: 1, gain: 2 },
      { kind: "low-pass", hertz: 3400 },
    ],
  },
};

/** Pedal steel: long strings that hardly lose anything. */
export const PEDAL_STEEL: Instrument = {
  string: { decay: 22, brilliance: 2.6, position: 0.16, touch: 0.25, scratch: 0.05, edge: 2200, course: [0] },
  body: {
    scatter: 0.2,
    resonances: [
      { kind: "high-pass", hertz: 140 },
      { kind: "peak", hertz: 500, q: 0.8, gain: 2 },
      { kind: "low-pass", hertz: 5200 },
    ],
  },
};
