const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A moment as the owner's own clock and language have it. */
export function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{moment.format(new Date(iso))}</time>;
}
