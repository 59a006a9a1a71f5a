const PRECISIONS: Intl.DateTimeFormatOptions[] = [
  { year: "numeric" },
  { year: "numeric", month: "long" },
  { year: "numeric", month: "long", day: "numeric" },
];

/** A date as people read it: `2022-06-03` as "June 3, 2022", `2022-06` as "June 2022"; what is no date stays as it is. */
export function shownDate(date: string): string {
  const time = Date.parse(date);
  const precision = PRECISIONS[date.split("-").length - 1];
  if (Number.isNaN(time) || !precision) return date;
  return new Intl.DateTimeFormat("en", { ...precision, timeZone: "UTC" }).format(time);
}
