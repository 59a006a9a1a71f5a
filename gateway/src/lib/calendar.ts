/** Whether a day such as 2026-05-01 exists. */
export function isOnCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  // `Date` reads 31 June as 1 July, which differs when it is written out again.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
