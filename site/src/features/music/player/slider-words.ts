/** Values of the sliders for screen readers; the short player does not load them. */

/** The place in a song for screen readers: "1 minute 1 second of 1 minute 5 seconds". */
export function spokenPlace(seconds: number, duration: number): string {
  return `${spokenTime(seconds)} of ${spokenTime(duration)}`;
}

/** @param volume from 0 to 1 */
export function spokenVolume(volume: number): string {
  return `${Math.round(volume * 100)} percent`;
}

function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [count(Math.floor(whole / 60), "minute"), count(whole % 60, "second")];
  return parts.filter((part) => !part.startsWith("0 ")).join(" ") || "0 seconds";
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
