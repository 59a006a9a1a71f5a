import { searchable } from "../../../lib/searchable.ts";
import { BARE_NAMES, COLUMN_NAMES, DATA_NAMES, HARMLESS_NAMES, NAME_PARTS, OTHER_NAMES } from "./column-names.ts";

/**
 * What a column of a list can mean. In some languages the name of a status column also means a state of a country. Such
 * a column is `perhapsStatus`, and only its cells with a known status count.
 */
export type Meaning =
  | "email"
  | "first"
  | "last"
  | "full"
  | "status"
  | "perhapsStatus"
  | "unsubscribed"
  | "consent"
  | "confirmed"
  | "joined"
  | "attributes";

/** The columns of each meaning, the best one first. */
export type ColumnPlan = Readonly<Record<Meaning, readonly number[]>> & {
  /** Columns of names, dates or no meaning, in which a word such as "unsubscribed" counts. */
  readonly others: readonly number[];
  /** Columns that say that emails bounced, that their reader complained, or why somebody unsubscribed. */
  readonly bounced: readonly number[];
  readonly complained: readonly number[];
  readonly reasons: readonly number[];
};

const ENGLISH_FIRST = ["firstname", "fname", "givenname"];

/** Reduces a text to lower-case letters and digits without accents, so that spellings of a word are equal. */
export function plainKey(text: string): string {
  return searchable(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

/**
 * Whether a text has nothing around its words that could turn their meaning into the opposite, as in "!yes", "≠ 1" or
 * struck letters. `plainKey` leaves such signs out.
 */
export function isPlain(text: string): boolean {
  return /^[\p{L}\p{N}](?:[\p{L}\p{N}\s'’,:_.-]*[\p{L}\p{N}])?$/u.test(text.trim().normalize("NFKC"));
}

/** Longest name of a column whose meaning is looked for, in characters. */
const NAME_MAX_LENGTH = 200;

/** Whether a name of a column is plain. Forms add "?", ":" or "*" to it. */
export function isPlainName(name: string): boolean {
  // A pattern takes too long for a name that consists of white space for the most part.
  return name.length <= NAME_MAX_LENGTH && isPlain(name.replace(/[?:*\s]+$/u, ""));
}

/** Finds the meanings of columns by their names. */
export function planColumns(names: readonly string[]): ColumnPlan {
  const keys = names.map(plainKey);
  const placesOf = (known: readonly string[]) =>
    known.flatMap((name) => keys.flatMap((key, at) => (key === name ? [at] : [])));
  const [first, last] = [placesOf(COLUMN_NAMES.first), placesOf(COLUMN_NAMES.last)];
  const [bareFirst, bareLast] = [placesOf(BARE_NAMES.first), placesOf(BARE_NAMES.last)];
  const data = placesOf(DATA_NAMES);
  const known = new Set(Object.values(COLUMN_NAMES).flat());
  const partly = (part: keyof typeof NAME_PARTS) =>
    keys.flatMap((key, at) => (NAME_PARTS[part].test(key) && !known.has(key) && !OTHER_NAMES.test(key) ? [at] : []));
  // "Vorname" and "Name", "Prénom" and "Nom"; "Nombre" and "Apellidos", "Nome" and "Cognome".
  const isEnglish = first.some((at) => ENGLISH_FIRST.includes(keys[at] ?? ""));
  const isLast = last.length === 0 && first.length > 0 && !isEnglish;
  const isFirst = first.length === 0 && last.length > 0;
  const plan: Record<Meaning, readonly number[]> = {
    email: placesOf(COLUMN_NAMES.email),
    first: isFirst ? bareFirst : first,
    last: isLast ? bareLast : last,
    full: [...placesOf(COLUMN_NAMES.full), ...(isLast ? [] : bareLast), ...(isFirst ? [] : bareFirst)],
    status: placesOf(COLUMN_NAMES.status),
    perhapsStatus: [...placesOf(COLUMN_NAMES.perhapsStatus), ...partly("perhapsStatus")],
    unsubscribed: [...placesOf(COLUMN_NAMES.unsubscribed), ...partly("unsubscribed")],
    consent: placesOf(COLUMN_NAMES.consent).filter((at) => isPlainName(names[at] ?? "")),
    confirmed: [...placesOf(COLUMN_NAMES.confirmed), ...partly("confirmed")],
    joined: [...placesOf(COLUMN_NAMES.joined), ...(isEnglish ? [] : data)],
    attributes: [...placesOf(COLUMN_NAMES.attributes), ...(isEnglish ? data : [])],
  };
  const { email, status, perhapsStatus, unsubscribed, consent, confirmed, attributes } = plan;
  const used = new Set([email, status, perhapsStatus, unsubscribed, consent, confirmed, attributes].flat());
  return {
    ...plan,
    bounced: placesOf(["cleantime", "bounced", "bouncedat", "hardbounced", "hardbouncedat"]),
    complained: placesOf(["complained", "complainedat", "markedasspam"]),
    reasons: placesOf(["unsubreason"]),
    others: keys.flatMap((key, at) => (used.has(at) || isAboutOthers(key) ? [] : [at])),
  };
}

/** "Phone" holds a number of the person, "SMS status" a status of another way. */
function isAboutOthers(key: string): boolean {
  return OTHER_NAMES.test(key) && !HARMLESS_NAMES.includes(key);
}

/** @returns the first cell of a meaning that is not empty, trimmed; empty when there is none */
export function findCell(plan: ColumnPlan, cells: readonly string[], meaning: Meaning): string {
  for (const at of plan[meaning]) {
    const cell = cells[at]?.trim();
    if (cell) return cell;
  }
  return "";
}
