import { searchable } from "../../../lib/searchable.ts";
import { BARE_NAMES, COLUMN_NAMES, DATA_NAMES } from "./column-names.ts";

/**
 * What a column of a list can mean. In some languages the name of a status column also means a state of a country. Such
 * a column is `perhapsStatus`: a cell counts only if it is a known status. So it is with `consent`, which can also hold a
 * date or the name of a newsletter.
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
  | "joined"
  | "attributes";

/** The columns of each meaning, the best one first. */
export type ColumnPlan = Readonly<Record<Meaning, readonly number[]>>;

/** Parts of words with which a form asks for consent: "May we send you our newsletter?" */
const CONSENT_QUESTION =
  /newsletter|consent|agree|opt.?in|subscri|mailing list|emails|einwillig|einverst|infolettre|accept|boletín|acuerdo|consens|nieuwsbrief|toestemming|boletim/iu;
/** A question, or a sentence to agree with. Numbers and states of other tools have shorter names. */
const SENTENCE = /\?|^(?:yes|i|ja|ich|oui|je|sí|yo|io|ik|sim|eu)(?![\p{L}\p{N}])|^j['’]/iu;

const ENGLISH_FIRST = ["firstname", "fname", "givenname"];

/** Reduces a text to lower-case letters and digits without accents, so that spellings of a word are equal. */
export function plainKey(text: string): string {
  return searchable(text).replace(/[^\p{L}\p{N}]+/gu, "");
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
  const questions = names.flatMap((name, at) => (isConsentQuestion(name) && !known.has(keys[at] ?? "") ? [at] : []));
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
    unsubscribed: placesOf(COLUMN_NAMES.unsubscribed),
    consent: [...placesOf(COLUMN_NAMES.consent), ...questions],
    joined: [...placesOf(COLUMN_NAMES.joined), ...(isEnglish ? [] : data)],
    attributes: [...placesOf(COLUMN_NAMES.attributes), ...(isEnglish ? data : [])],
  };
}

function isConsentQuestion(name: string): boolean {
  return SENTENCE.test(name.trim()) && CONSENT_QUESTION.test(name);
}

/** @returns the first cell of a meaning that is not empty, trimmed; empty when there is none */
export function findCell(plan: ColumnPlan, cells: readonly string[], meaning: Meaning): string {
  for (const at of plan[meaning]) {
    const cell = cells[at]?.trim();
    if (cell) return cell;
  }
  return "";
}
