/** Values of the sliders for screen readers. The short player does not load them. */

/** The place in a song for screen readers: "1 minute 1 second of 1 minute 5 seconds". */
export const spokenPlace = (seconds: number, duration: number) => `${spokenTime(seconds)} of ${spokenTime(duration)}`;

/** @param volume from 0 to 1 */
export const spokenVolume = (volume: number) => `${Math.round(volume * 100)} percent`;

function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [count(Math.floor(whole / 60), "minute"), count(whole % 60, "second")];
  return parts.filter((part) => !part.startsWith("0 ")).join(" ") || "0 seconds";
}

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? "" : "s"}`;
