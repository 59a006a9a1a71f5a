/** Every sleeve of the act's records by the slug of its release, and so the name of its file in content/music. */
import type { CreatePicture } from "../picture.ts";
import { createBreakwaterLamp } from "./breakwater-lamp.ts";
import { createElevenNights } from "./eleven-nights.ts";
import { createGrandstandNight } from "./grandstand-night.ts";
import { createLakeEffect } from "./lake-effect.ts";
import { createLongPoint } from "./long-point.ts";
import { createWhitefishRunning } from "./whitefish-running.ts";

/** Functions that make the sleeves. */
export const covers: Readonly<Record<string, CreatePicture>> = {
  "long-point": createLongPoint,
  "grandstand-night": createGrandstandNight,
  "eleven-nights": createElevenNights,
  "breakwater-lamp": createBreakwaterLamp,
  "whitefish-running": createWhitefishRunning,
  "lake-effect": createLakeEffect,
};
