import type { Reader } from "../../../data/statements.ts";
import type { Condition } from "../postgrest/conditions.ts";
import { plainTest } from "./conjuncts.ts";
import { requiredTexts } from "./patterns.ts";

const SEARCH_TABLE = "newsletter_subscribers_search";
/** The index holds every three characters in a row of every address. */
const TRIGRAM = 3;
/** Asked for at most. Each makes the find narrower and, when it is a common one, slower. */
const TRIGRAMS_MAX = 3;

/**
 * Finds rows whose address may hold what a pattern asks for.
 *
 * @param most how many rows are few
 * @returns their ids as a JSON array, among them every row that matches; undefined when they are not few, or no pattern has three
 *   characters in a row
 */
export function searchFew(reader: Reader, conjuncts: readonly Condition[], most: number): string | undefined {
  const trigrams = conjuncts.flatMap(trigramsOf);
  if (trigrams.length === 0) return undefined;
  const match = spread(trigrams, TRIGRAMS_MAX)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(" AND ");
  const found = reader.get<{ n: number; ids: string }>(
    `SELECT count(*) AS n, json_group_array(rowid) AS ids
     FROM (SELECT rowid FROM ${SEARCH_TABLE} WHERE ${SEARCH_TABLE} MATCH ? LIMIT ?)`,
    match,
    most + 1,
  );
  return found === undefined || found.n > most ? undefined : found.ids;
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
