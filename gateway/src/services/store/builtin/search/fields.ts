import { parseAmount } from "@porchlight/protocol/money.ts";
import type { Collection, Product, Variant } from "../catalogue/catalogue.ts";
import type { Comparator } from "./parse-query.ts";
import type { Field } from "./search.ts";
import { wordsOf } from "./words.ts";

/** What a search of products asks of the outside: whether one more of a variant can be sold. */
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
    tag_not: (comparator, value, outside) => {
      const has = tag(comparator, value, outside);
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

/** A title holds the words in a row, from the beginning of one. */
function title(): Field<{ title: string }, unknown> {
  const lineOf = once((thing: { title: string }) => ` ${wordsOf(thing.title).join(" ")}`);
  return (comparator, value) => {
    if (comparator !== "=") return undefined;
    const wanted = ` ${wordsOf(value).join(" ")}`;
    return (thing) => lineOf(thing).includes(wanted);
  };
}

/** One of the values is the wanted one, whatever its capitals; or begins with it where a star ends that. */
function exact<Thing extends object>(valuesOf: (thing: Thing) => readonly string[]): Field<Thing, unknown> {
  const smallOf = once((thing: Thing) => valuesOf(thing).flatMap((its) => its.toLowerCase() || []));
  return (comparator, value) => {
    if (comparator !== "=") return undefined;
    const wanted = value.toLowerCase();
    if (!wanted.endsWith("*")) return (thing) => smallOf(thing).includes(wanted);
    const start = wanted.slice(0, -1);
    return (thing) => smallOf(thing).some((its) => its.startsWith(start));
  };
}

/** An instant, or a day: that is equal to all of its instants, and otherwise stands for its first. */
function moment<Thing>(instantOf: (thing: Thing) => string): Field<Thing, unknown> {
  return (comparator, value) => {
    const wanted = new Date(value);
    if (!/^\d{4}-\d{2}-\d{2}/.test(value) || Number.isNaN(wanted.getTime())) return undefined;
    if (comparator === "=" && value.length === 10) return (thing) => instantOf(thing).startsWith(value);
    // Instants of a catalogue are all written alike, in UTC, so they can be compared as they stand.
    const instant = wanted.toISOString();
    return (thing) => compares(instantOf(thing), comparator, instant);
  };
}

/** Keeps what is worked out of a thing for as long as there is the thing. */
function once<Thing extends object, Value>(work: (thing: Thing) => Value): (thing: Thing) => Value {
  const kept = new WeakMap<Thing, { value: Value }>();
  return (thing) => {
    const known = kept.get(thing);
    if (known) return known.value;
    const value = work(thing);
    kept.set(thing, { value });
    return value;
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
