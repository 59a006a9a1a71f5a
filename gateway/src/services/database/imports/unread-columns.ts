import { HARMLESS_NAMES } from "./column-names.ts";
import { plainKey } from "./columns.ts";
import type { List } from "./list-records.ts";
import { REFUSED_NAMES } from "./refused-file.ts";
import { parseConsent, parseStatus } from "./status-words.ts";

/** A column that could say who agreed to emails, and is not understood. */
export type UnreadColumn = { name: string; example: string };

/** How many different values of a column to search for a "no". A column of answers has few. */
const VALUES_MAX = 20;

/** Whether every row of the file says whether the person agreed to emails. */
export function saysWhoAgreed({ detected: { agreedBy }, plan }: List): boolean {
  return agreedBy === "consent" ? plan.consent.length > 0 : agreedBy !== "nobody";
}

/**
 * Whether somebody would become active although nothing says for certain that this person agreed. An unknown program can
 * write a "no" in words or in a column that nobody thought of.
 */
export function isUnclear(
  list: List,
  { active, unread }: { active: number; unread: readonly UnreadColumn[] },
): boolean {
  return active > 0 && !(saysWhoAgreed(list) && unread.length === 0);
}

/**
 * Finds the columns that are not understood, while the rows of a list are read. Empty columns do not count. If nothing
 * in the list says who agreed to emails, a column of statuses counts, because it may be the status of anything.
 */
export function createUnreadColumns(list: List): { add(cells: readonly string[]): void; list(): UnreadColumn[] } {
  const { names, plan, detected } = list;
  const isRefusedFile = REFUSED_NAMES.every((name, at) => names[at] === name);
  const harmless = new Set([...HARMLESS_NAMES, ...detected.harmless, ...(isRefusedFile ? REFUSED_NAMES : [])]);
  const isStatusRead = detected.origin !== "csv" || saysWhoAgreed(list);
  const [email, ...otherEmails] = plan.email;
  const read = new Set(
    [
      ...[email ?? [], plan.first, plan.last, plan.full, plan.joined, plan.unsubscribed, plan.consent, plan.confirmed],
      ...(isStatusRead ? [plan.status] : []),
      ...(detected.origin === "csv" ? [] : [plan.attributes]),
      names.flatMap((name, at) => (harmless.has(plainKey(name)) ? [at] : [])),
    ].flat(),
  );
  const perhaps = new Set(isStatusRead ? plan.perhapsStatus : []);
  const found = new Map<number, { values: Set<string>; example: string; isNo: boolean }>();

  function add(cells: readonly string[]): void {
    for (const [at, cell] of cells.entries()) {
      const text = cell.trim();
      if (text === "" || read.has(at) || (otherEmails.includes(at) && text === cells[email ?? at]?.trim())) continue;
      if (perhaps.has(at) && parseStatus(text) !== undefined) continue;
      const column = found.get(at) ?? { values: new Set(), example: text, isNo: false };
      found.set(at, column);
      if (column.isNo || column.values.size >= VALUES_MAX || column.values.has(text)) continue;
      column.values.add(text);
      // A "no" shows best what a column is about.
      const answer = parseConsent(text);
      column.isNo = answer !== undefined && answer !== "active";
      if (column.isNo) column.example = text;
    }
  }

  return {
    add,
    list: () =>
      [...found]
        .sort(([a], [b]) => a - b)
        .map(([at, { example }]) => ({ name: names[at]?.trim() || `column ${at + 1}`, example })),
  };
}
