import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { useLanguage } from "../../../ui/language.ts";

/** A time in the owner's time zone and the artist's language. */
export function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatOwnersMoment(iso, useLanguage())}</time>;
}

/** Formats a time in the owner's time zone, "Nov 3, 2026, 7:30 PM". */
export function formatOwnersMoment(iso: string, language: string): string {
  return formatInstant(iso, language, { dateStyle: "medium", timeStyle: "short" });
}
