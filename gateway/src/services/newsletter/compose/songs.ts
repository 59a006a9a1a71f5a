import type { ReceiptRow } from "../../shared/emails/content.ts";
import type { TracksPart } from "./parts.ts";

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The songs of a release as rows. A title that is read from the right does not change the order around it. */
export function toRows(songs: TracksPart["songs"]): ReceiptRow[] {
  const digits = String(songs.length).length;
  return songs.map(({ title, length = "" }, at) => ({
    // A space as wide as a digit, so that the titles stand below each other.
    words: `${String(at + 1).padStart(digits, "\u2007")}. ${RIGHT_TO_LEFT.test(title) ? `\u2068${title}\u2069` : title}`,
    amount: length,
  }));
}
