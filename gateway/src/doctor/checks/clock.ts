import type { Finding } from "@porchlight/protocol/doctor.ts";
import { counted } from "../../lib/counted.ts";
import { about } from "../finding.ts";

/** The time in a response's `Date` header, and our own time when the response arrived, in milliseconds since 1970. */
export type RemoteTime = { host: string; theirs: number; ours: number };

/** The `Date` header holds only whole seconds, and the response took time to arrive. */
const RIGHT_WITHIN_MS = 5_000;
/** A code of an authenticator app is valid for half a minute. Source: RFC 6238 §5.2. */
const BEARABLE_WITHIN_MS = 30_000;

/**
 * Compares this machine's clock with those of others.
 *
 * @param times the times that other machines sent
 * @param isSynchronised whether the system says that a time server sets its clock
 */
export function checkClock(times: readonly RemoteTime[], isSynchronised: boolean): Finding {
  const clock = about("clock", "This machine's clock");
  const sorted = times.toSorted((one, other) => Math.abs(offsetOf(one)) - Math.abs(offsetOf(other)));
  // The median is used, because the clock of a single other machine may be wrong.
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) {
    return isSynchronised
      ? clock.good("The system says that a time server sets it.")
      : clock.unknown(
          "No other machine sent its time.",
          "Run timedatectl: it should say that the system clock is synchronized.",
        );
  }
  const offset = offsetOf(middle);
  const away = Math.abs(offset);
  if (away <= RIGHT_WITHIN_MS) return clock.good(`It agrees with that of ${middle.host}.`);
  const found = `It is ${inWords(away)} ${offset > 0 ? "ahead of" : "behind"} that of ${middle.host}.`;
  const next = "Switch time synchronisation on: sudo timedatectl set-ntp true";
  return away <= BEARABLE_WITHIN_MS
    ? clock.look(found, next)
    : clock.bad(`${found} Codes of authenticator apps and sessions depend on it.`, next);
}

function offsetOf({ theirs, ours }: RemoteTime): number {
  return ours - theirs;
}

function inWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? counted(seconds, "second") : counted(Math.round(seconds / 60), "minute");
}
