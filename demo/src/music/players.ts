/** The band: each function makes a stem of one player, placed where that player stands. */
import { createRandom } from "../pictures/noise.ts";
import { type AmplifierSettings, amplifyGuitar } from "./instruments/amplifier.ts";
import { type BassPart, playBass } from "./instruments/bassist.ts";
import { cymbal, type DrumSound, hat, kick, rim, shaker, swish, tap } from "./instruments/drum-sounds.ts";
import { type DrumPart, drum } from "./instruments/drummer.ts";
import {
  BANJO,
  ELECTRIC_BASS,
  ELECTRIC_GUITAR,
  FINGERED_GUITAR,
  type Instrument,
  MANDOLIN,
  PEDAL_STEEL,
  PICKED_GUITAR,
  UPRIGHT_BASS,
} from "./instruments/kinds.ts";
import { type MelodyPart, type Picking, pick } from "./instruments/picker.ts";
import { rain } from "./instruments/rain.ts";
import { blow, HARMONICA, PUMP_ORGAN, type Reed } from "./instruments/reed.ts";
import { type StrumPart, strum } from "./instruments/strummer.ts";
import type { Stem } from "./song.ts";

/** What a stem needs besides its notes; a value that is left out is the player's usual one. */
export type Place = Partial<Pick<Stem, "level" | "pan" | "room">>;

const STRAIGHT = { slide: 0.05, vibratoRate: 5, vibratoCents: 0, vibratoDelay: 1 };
const ACOUSTIC_PICKING: Picking = { expression: STRAIGHT, hold: 0.25, swell: 0, tremolo: 0 };
const MANDOLIN_PICKING: Picking = { expression: STRAIGHT, hold: 0.15, swell: 0, tremolo: 11 };
const BANJO_PICKING: Picking = { expression: STRAIGHT, hold: 0.3, swell: 0, tremolo: 0 };
const ELECTRIC_PICKING: Picking = {
  expression: { slide: 0.09, vibratoRate: 5.1, vibratoCents: 14, vibratoDelay: 0.3 },
  hold: 0.06,
  swell: 0,
  tremolo: 0,
};
const STEEL_PICKING: Picking = {
  expression: { slide: 0.16, vibratoRate: 5.4, vibratoCents: 11, vibratoDelay: 0.45 },
  hold: 0.12,
  swell: 0.13,
  tremolo: 0,
};

function strummed(name: string, instrument: Instrument, usual: Required<Place>) {
  return (parts: readonly StrumPart[], place: Place = {}): Stem => ({
    name,
    ...usual,
    ...place,
    play: (timeline, random) => strum(instrument, parts, timeline, random),
  });
}

function picked(name: string, instrument: Instrument, picking: Picking, usual: Required<Place>) {
  return (parts: readonly MelodyPart[], place: Place = {}): Stem => ({
    name,
    ...usual,
    ...place,
    play: (timeline, random) => pick(instrument, picking, parts, timeline, random),
  });
}

function bass(name: string, instrument: Instrument) {
  return (parts: readonly BassPart[], place: Place = {}): Stem => ({
    name,
    level: -21,
    pan: 0,
    room: 0.04,
    ...place,
    play: (timeline, random) => playBass(instrument, parts, timeline, random),
  });
}

function blown(name: string, reed: Reed, usual: Required<Place>) {
  return (parts: readonly MelodyPart[], place: Place = {}): Stem => ({
    name,
    ...usual,
    ...place,
    play: (timeline, random) => blow(reed, parts, timeline, random),
  });
}

function drums(name: string, sound: DrumSound, usual: Required<Place>) {
  return (parts: readonly DrumPart[], place: Place = {}): Stem => ({
    name,
    ...usual,
    ...place,
    play: (timeline, random) => drum(sound, parts, timeline, random),
  });
}

export const pickedGuitar = strummed("picked guitar", PICKED_GUITAR, { level: -21, pan: -0.6, room: 0.2 });
export const fingeredGuitar = strummed("fingered guitar", FINGERED_GUITAR, { level: -20, pan: -0.4, room: 0.25 });
export const banjoRoll = strummed("banjo", BANJO, { level: -26, pan: 0.5, room: 0.14 });

export const guitarMelody = picked("guitar melody", PICKED_GUITAR, ACOUSTIC_PICKING, {
  level: -18.5,
  pan: 0.35,
  room: 0.25,
});
export const fingeredMelody = picked("fingered melody", FINGERED_GUITAR, ACOUSTIC_PICKING, {
  level: -19,
  pan: -0.1,
  room: 0.22,
});
export const mandolin = picked("mandolin", MANDOLIN, MANDOLIN_PICKING, { level: -20, pan: 0.6, room: 0.22 });
export const banjo = picked("banjo melody", BANJO, BANJO_PICKING, { level: -20, pan: 0.5, room: 0.2 });
export const steel = picked("pedal steel", PEDAL_STEEL, STEEL_PICKING, { level: -18.5, pan: 0.4, room: 0.4 });

export const uprightBass = bass("upright bass", UPRIGHT_BASS);
export const electricBass = bass("electric bass", ELECTRIC_BASS);

export const harmonica = blown("harmonica", HARMONICA, { level: -19, pan: 0.2, room: 0.36 });
export const organ = blown("pump organ", PUMP_ORGAN, { level: -27, pan: 0.6, room: 0.4 });

export const kickDrum = drums("kick", kick, { level: -24, pan: 0, room: 0.04 });
export const brushTaps = drums("brush taps", tap, { level: -25, pan: 0.12, room: 0.24 });
export const brushSwishes = drums("brush swishes", swish, { level: -29, pan: -0.3, room: 0.12 });
export const rimClicks = drums("rim", rim, { level: -29, pan: 0.12, room: 0.2 });
export const hiHat = drums("hi-hat", hat, { level: -32, pan: 0.5, room: 0.08 });
export const eggShaker = drums("shaker", shaker, { level: -32, pan: -0.65, room: 0.08 });
export const brushedCymbal = drums("cymbal", cymbal, { level: -30, pan: -0.5, room: 0.16 });

/** An electric guitar playing lines, through its amplifier. */
export function electricMelody(settings: AmplifierSettings, parts: readonly MelodyPart[], place: Place = {}): Stem {
  return amplified(settings, picked("electric melody", ELECTRIC_GUITAR, ELECTRIC_PICKING, LEAD_PLACE)(parts, place));
}

/** An electric guitar playing chords, through its amplifier. */
export function electricChords(settings: AmplifierSettings, parts: readonly StrumPart[], place: Place = {}): Stem {
  return amplified(settings, strummed("electric chords", ELECTRIC_GUITAR, CHORDS_PLACE)(parts, place));
}

const LEAD_PLACE = { level: -18.5, pan: 0.3, room: 0.3 };
const CHORDS_PLACE = { level: -25, pan: 0.75, room: 0.3 };

function amplified(settings: AmplifierSettings, stem: Stem): Stem {
  return {
    ...stem,
    play: (timeline, random) => {
      const guitar = stem.play(timeline, random);
      amplifyGuitar(guitar, settings);
      return guitar;
    },
  };
}

/** Rain on the roof, one stem for each side; each side has its own drops. */
export function rainOnTheRoof(seed: number, level = -34): Stem[] {
  return [-0.9, 0.9].map((pan, side) => ({
    name: side === 0 ? "rain left" : "rain right",
    level,
    pan,
    room: 0.05,
    play: ({ length }) => rain(length, createRandom(seed + side)),
  }));
}
