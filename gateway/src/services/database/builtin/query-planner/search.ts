import type { Reader } from "../../../../data/statements.ts";
import type { Condition } from "../../postgrest/conditions.ts";
import { requiredTexts } from "../patterns.ts";
import { toPlainTest } from "./conjuncts.ts";

const SEARCH_TABLE = "newsletter_subscribers_search";
/** The index holds every sequence of three characters of every address. */
const TRIGRAM = 3;
/** Maximum number of trigrams in one search. Each trigram narrows the search, but a common one slows it down. */
const TRIGRAMS_MAX = 3;
/**
 * A trigram is rare if at most this many rows contain it. A search for a rare one is fast; a common one has a long
 * list.
 */
const RARE = 100;

/**
 * Finds rows whose address may match the patterns of a query.
 *
 * @param most the largest number of rows to find
 * @returns a JSON array with the ids of all matching rows, and perhaps of others; undefined when there are more than
 *   `most`, or when no pattern has three successive characters
 */
export function searchFew(reader: Reader, conjuncts: readonly Condition[], most: number): string | undefined {
  const terms = pickSpread(conjuncts.flatMap(findTrigrams), TRIGRAMS_MAX).map(toSearchTerm);
  if (terms.length === 0) return undefined;
  for (const term of terms) {
    const ids = findAtMost(reader, term, Math.min(RARE, most));
    if (ids !== undefined) return ids;
  }
  return findAtMost(reader, terms.join(" AND "), most);
}

function findAtMost(reader: Reader, match: string, most: number): string | undefined {
  const found = reader.get<{ n: number; ids: string }>(
    `SELECT count(*) AS n, json_group_array(rowid) AS ids
     FROM (SELECT rowid FROM ${SEARCH_TABLE} WHERE ${SEARCH_TABLE} MATCH ? LIMIT ?)`,
    match,
    most + 1,
  );
  return found === undefined || found.n > most ? undefined : found.ids;
}

/** Quotes a trigram for the search index. */
function toSearchTerm(trigram: string): string {
  return `"${trigram.replaceAll('"', '""')}"`;
}

function findTrigrams(condition: Condition): string[] {
  const test = toPlainTest(condition);
  if (test?.column !== "email" || (test.operator !== "like" && test.operator !== "ilike")) return [];
  return requiredTexts(test.value).flatMap((text) =>
    Array.from({ length: Math.max(0, text.length - TRIGRAM + 1) }, (_, at) => text.slice(at, at + TRIGRAM)),
  );
}

/** Picks at most this many items, evenly spread from the first to the last. */
function pickSpread(all: readonly string[], most: number): string[] {
  if (all.length <= most) return [...all];
  const step = (all.length - 1) / (most - 1);
  // The last index is all.length - 1 exactly.
  return Array.from({ length: most }, (_, i) => all[Math.round(i * step)] as string);
}
