import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { useLanguage } from "../../../ui/language.ts";

/** A moment by the owner's own clock, in the artist's language. */
export function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatOwnersMoment(iso, useLanguage())}</time>;
}

/** The same within a sentence, "Nov 3, 2026, 7:30 PM". */
export function formatOwnersMoment(iso: string, language: string): string {
  return formatInstant(iso, language, { dateStyle: "medium", timeStyle: "short" });
}
