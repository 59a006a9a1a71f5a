const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A moment as the owner's own clock and language have it. */
export function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{momentInWords(iso)}</time>;
}

/** The same within a sentence, "Nov 3, 2026, 7:30 PM". */
export function momentInWords(iso: string): string {
  return moment.format(new Date(iso));
}
