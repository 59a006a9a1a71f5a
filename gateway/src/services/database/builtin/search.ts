import type { Reader } from "../../../data/statements.ts";
import type { Condition } from "../postgrest/conditions.ts";
import { plainTest } from "./conjuncts.ts";
import { requiredTexts } from "./patterns.ts";

const SEARCH_TABLE = "newsletter_subscribers_search";
/** The index holds every three characters in a row of every address. */
const TRIGRAM = 3;
/** Asked for at most. Each makes the find narrower and, when it is a common one, slower. */
const TRIGRAMS_MAX = 3;
/** Rows that make three characters rare. Those alone are a quick find; with others the index reads each list to its end. */
const RARE = 100;

/**
 * Finds rows whose address may hold what a pattern asks for.
 *
 * @param most how many rows are few
 * @returns their ids as a JSON array, among them every row that matches; undefined when they are not few, or no pattern
 * has three characters in a row
 */
export function searchFew(reader: Reader, conjuncts: readonly Condition[], most: number): string | undefined {
  const terms = spread(conjuncts.flatMap(trigramsOf), TRIGRAMS_MAX).map(termOf);
  if (terms.length === 0) return undefined;
  for (const term of terms) {
    const ids = findFew(reader, term, Math.min(RARE, most));
    if (ids !== undefined) return ids;
  }
  return findFew(reader, terms.join(" AND "), most);
}

function findFew(reader: Reader, match: string, most: number): string | undefined {
  const found = reader.get<{ n: number; ids: string }>(
    `SELECT count(*) AS n, json_group_array(rowid) AS ids
     FROM (SELECT rowid FROM ${SEARCH_TABLE} WHERE ${SEARCH_TABLE} MATCH ? LIMIT ?)`,
    match,
    most + 1,
  );
  return found === undefined || found.n > most ? undefined : found.ids;
}

/** Characters as the index is asked for them. */
function termOf(trigram: string): string {
  return `"${trigram.replaceAll('"', '""')}"`;
}

function trigramsOf(condition: Condition): string[] {
  const test = plainTest(condition);
  if (test?.column !== "email" || (test.operator !== "like" && test.operator !== "ilike")) return [];
  return requiredTexts(test.value).flatMap((text) =>
    Array.from({ length: Math.max(0, text.length - TRIGRAM + 1) }, (_, at) => text.slice(at, at + TRIGRAM)),
  );
}

/** So many of them, from the first to the last with equal steps between. */
function spread(all: readonly string[], most: number): string[] {
  if (all.length <= most) return [...all];
  const step = (all.length - 1) / (most - 1);
  // The last index is all.length - 1 exactly.
  return Array.from({ length: most }, (_, i) => all[Math.round(i * step)] as string);
}
