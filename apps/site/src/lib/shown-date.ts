/** By hand: a formatter of the platform takes a phone tens of milliseconds to make, while the page is being hydrated. */
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** A date as people read it: `2022-06-03` as "June 3, 2022", `2022-06` as "June 2022"; what is no date stays as it is. */
export function shownDate(date: string): string {
  const [year = "", month, day, ...rest] = date.split("-");
  if (Number.isNaN(Date.parse(date)) || rest.length > 0 || month === undefined) return date;
  const name = MONTHS[Number(month) - 1];
  return day === undefined ? `${name} ${year}` : `${name} ${Number(day)}, ${year}`;
}
