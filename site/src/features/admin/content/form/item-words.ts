import type { FileValue } from "@porchlight/protocol/content-editing.ts";
import { isList, isNamed } from "@porchlight/protocol/content-values.ts";
import { formatDate } from "@porchlight/protocol/format-date.ts";
import { list } from "../words.ts";
import { CHOICE_WORDS, inWords } from "./field-words.ts";

/** Properties that can be an item's title, the best first. */
const TITLES = ["title", "label", "name", "platform", "venue", "code", "file", "role", "words", "url"];
/** Properties that are shown beside the title. */
const DETAILS = [
  "date",
  "released",
  "town",
  "price",
  "stock",
  "percent",
  "amount",
  "balance",
  "type",
  "values",
  "countries",
  "url",
  "alt",
  "source",
  "email",
];

/** The name of an item; undefined if it has none yet. */
export function titleIn(item: FileValue | undefined): string | undefined {
  if (!isNamed(item)) return undefined;
  const name = TITLES.find((one) => typeof item[one] === "string" && item[one] !== "");
  if (name === "platform") return inWords(String(item.platform));
  if (name !== undefined) return String(item[name]);
  return isList(item.options) ? item.options.join(" / ") : undefined;
}

/**
 * The two most useful details of an item beside its title: "38.00 · 14 in stock".
 *
 * @param language the site's, in which dates are written
 */
export function detailsIn(item: FileValue, language: string): string {
  if (!isNamed(item)) return "";
  const title = titleIn(item);
  return DETAILS.flatMap((name) => {
    const detail = item[name];
    const text = isList(detail) ? detail.join(", ") : detail;
    if (typeof text !== "string" || text === "" || text === title) return [];
    if (name === "percent") return `${text} %`;
    if (name === "stock") return list.inStock(text);
    if (name === "date" || name === "released") return formatDate(text, language);
    return CHOICE_WORDS[text] ?? text;
  })
    .slice(0, 2)
    .join(" · ");
}
