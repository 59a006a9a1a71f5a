import { searchable } from "../../../lib/searchable.ts";
import { BARE_NAMES, COLUMN_NAMES, DATA_NAMES } from "./column-names.ts";

/**
 * What a column of a list can mean. `perhapsStatus` is a word for a status that is one for a part of a country too: what
 * stands under it counts where it is known as a status.
 */
export type Meaning =
  | "email"
  | "first"
  | "last"
  | "full"
  | "status"
  | "perhapsStatus"
  | "left"
  | "joined"
  | "attributes";

/** Where each meaning stands, the column that says it best first. */
export type ColumnPlan = Readonly<Record<Meaning, readonly number[]>>;

const ENGLISH_FIRST = ["firstname", "fname", "givenname"];

/** Small letters and digits alone, without accents: what is left of a word that people write in many ways. */
export function plainKey(text: string): string {
  return searchable(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** What the columns of a list mean, by their names. */
export function planColumns(names: readonly string[]): ColumnPlan {
  const keys = names.map(plainKey);
  const placesOf = (known: readonly string[]) =>
    known.flatMap((name) => keys.flatMap((key, at) => (key === name ? [at] : [])));
  const [first, last] = [placesOf(COLUMN_NAMES.first), placesOf(COLUMN_NAMES.last)];
  const [bareFirst, bareLast] = [placesOf(BARE_NAMES.first), placesOf(BARE_NAMES.last)];
  const data = placesOf(DATA_NAMES);
  // "Vorname" and "Name", "Prénom" and "Nom"; "Nombre" and "Apellidos", "Nome" and "Cognome".
  const isEnglish = first.some((at) => ENGLISH_FIRST.includes(keys[at] ?? ""));
  const isLast = last.length === 0 && first.length > 0 && !isEnglish;
  const isFirst = first.length === 0 && last.length > 0;
  return {
    email: placesOf(COLUMN_NAMES.email),
    first: isFirst ? bareFirst : first,
    last: isLast ? bareLast : last,
    full: [...placesOf(COLUMN_NAMES.full), ...(isLast ? [] : bareLast), ...(isFirst ? [] : bareFirst)],
    status: placesOf(COLUMN_NAMES.status),
    perhapsStatus: placesOf(COLUMN_NAMES.perhapsStatus),
    left: placesOf(COLUMN_NAMES.left),
    joined: [...placesOf(COLUMN_NAMES.joined), ...(isEnglish ? [] : data)],
    attributes: [...placesOf(COLUMN_NAMES.attributes), ...(isEnglish ? data : [])],
  };
}

/** The first cell of a meaning that says something, trimmed; empty when none does. */
export function cellOf(plan: ColumnPlan, cells: readonly string[], meaning: Meaning): string {
  for (const at of plan[meaning]) {
    const cell = cells[at]?.trim();
    if (cell) return cell;
  }
  return "";
}
