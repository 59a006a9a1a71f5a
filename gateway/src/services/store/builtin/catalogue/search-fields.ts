import { parseAmount } from "@porchlight/protocol/money.ts";
import { searchableWords } from "../../../../lib/searchable.ts";
import type { Comparator } from "../search/parse-query.ts";
import type { Field } from "../search/search.ts";
import type { Collection, Product, Variant } from "./catalogue.ts";

/** Whether one more piece of a variant can be sold. */
export type IsAvailable = (variant: Variant) => boolean;

/**
 * Fields of products. Source: shopify.dev, Storefront API, QueryRoot.products, query.
 *
 * @param currency of the prices
 */
export function productFields(currency: string): Readonly<Record<string, Field<Product, IsAvailable>>> {
  const tag = exact<Product>(({ tags }) => tags);
  return {
    title: title(),
    product_type: exact(({ productType }) => [productType]),
    vendor: exact(({ vendor }) => [vendor]),
    tag,
    tag_not: (comparator, value, context) => {
      const has = tag(comparator, value, context);
      return has && ((product) => !has(product));
    },
    sku: exact(({ variants }) => variants.flatMap(({ sku }) => sku ?? [])),
    available_for_sale: (comparator, value, isAvailable) => {
      if (comparator !== "=" || !["true", "false"].includes(value)) return undefined;
      return ({ variants }) => String(variants.some(isAvailable)) === value;
    },
    "variants.price": (comparator, value) => {
      const units = parseAmount(value, currency);
      if (units === undefined) return undefined;
      return ({ variants }) => variants.some(({ price }) => compares(price, comparator, units));
    },
    created_at: moment(({ createdAt }) => createdAt),
    updated_at: moment(({ updatedAt }) => updatedAt),
  };
}

/** Fields of collections. Source: shopify.dev, Storefront API, QueryRoot.collections, query. */
export const COLLECTION_FIELDS: Readonly<Record<string, Field<Collection, undefined>>> = {
  title: title(),
  updated_at: moment(({ updatedAt }) => updatedAt),
};

/** Matches a title with the wanted words next to each other. The last wanted word may be the start of a word. */
function title(): Field<{ title: string }, unknown> {
  const toLine = once((item: { title: string }) => ` ${searchableWords(item.title).join(" ")}`);
  return (comparator, value) => {
    if (comparator !== "=") return undefined;
    const wanted = ` ${searchableWords(value).join(" ")}`;
    return (item) => toLine(item).includes(wanted);
  };
}

/**
 * Matches an item if one of its values equals the wanted text, in upper or lower case. If the wanted text ends with
 * `*`, the value only has to start with the text before it.
 */
function exact<Item extends object>(toValues: (item: Item) => readonly string[]): Field<Item, unknown> {
  const toLowerCase = once((item: Item) => toValues(item).flatMap((value) => value.toLowerCase() || []));
  return (comparator, value) => {
    if (comparator !== "=") return undefined;
    const wanted = value.toLowerCase();
    if (!wanted.endsWith("*")) return (item) => toLowerCase(item).includes(wanted);
    const start = wanted.slice(0, -1);
    return (item) => toLowerCase(item).some((own) => own.startsWith(start));
  };
}

/** Compares with an instant or a day: `=` matches every instant of the day, `<` and the like use its first instant. */
function moment<Item>(toInstant: (item: Item) => string): Field<Item, unknown> {
  return (comparator, value) => {
    const wanted = new Date(value);
    if (!/^\d{4}-\d{2}-\d{2}/.test(value) || Number.isNaN(wanted.getTime())) return undefined;
    if (comparator === "=" && value.length === 10) return (item) => toInstant(item).startsWith(value);
    // Instants of a catalogue are all ISO 8601 in UTC, so they can be compared as text.
    const instant = wanted.toISOString();
    return (item) => compares(toInstant(item), comparator, instant);
  };
}

/** Caches the result of a function for as long as its argument exists. */
function once<Item extends object, Value>(compute: (item: Item) => Value): (item: Item) => Value {
  const cache = new WeakMap<Item, { value: Value }>();
  return (item) => {
    const known = cache.get(item) ?? { value: compute(item) };
    cache.set(item, known);
    return known.value;
  };
}

function compares<Value extends number | string>(one: Value, comparator: Comparator, two: Value): boolean {
  switch (comparator) {
    case "=":
      return one === two;
    case "<":
      return one < two;
    case ">":
      return one > two;
    case "<=":
      return one <= two;
    case ">=":
      return one >= two;
  }
}
