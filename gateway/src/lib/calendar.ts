/** Whether a day such as 2026-05-01 is on the calendar. */
export function isOnCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  // `Date` takes 31 June for 1 July; written out again it is another day.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
