import { parse } from "graphql";
import type { StoreIds, StoreRequest } from "./store-request.ts";

/** Initial shapes of the search. Each one puts load on a different part of the store. */

const times = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(" ");
const MAX_NEW_LINES = 950;
const PRICE = "priceRange { minVariantPrice { amount } }";
const LINES = "lines(first: 250) { nodes { id quantity cost { totalAmount { amount } } } }";

/** Makes lines for a new cart or checkout, each with a different attribute. */
export function manyLines<Key extends string>(key: Key, variants: readonly string[], count: number) {
  return Array.from({ length: count }, (_, at) => ({
    [key]: variants[at % variants.length],
    quantity: 1,
    ...(key === "merchandiseId" ? createAttributes("attributes", at) : createAttributes("customAttributes", at)),
  }));
}

function createAttributes(name: string, at: number) {
  return { [name]: [{ key: "n", value: String(at) }] };
}

/** Makes the initial requests of a search, for a store with these ids. */
export function seedRequests(ids: StoreIds): StoreRequest[] {
  const [cart = "", otherCart = ""] = ids.carts;
  const [checkout = ""] = ids.checkouts;
  // As many lines as fit into a body, but no more than a cart of the store may have.
  const newLines = Math.min(MAX_NEW_LINES, ids.cartLines.length);
  const texts: Record<string, [string, Record<string, unknown>?]> = {
    "one field again and again": [`{ products(first: 1) { edges { node { ${times(20, () => PRICE)} } } } }`],
    "one field with arguments again and again": [
      `{ products(first: 2) { nodes { ${times(20, () => "images(first: 2, reverse: true) { nodes { url(transform: { maxWidth: 10, crop: CENTER }) } }")} } } }`,
    ],
    "one field under many names": [`{ products(first: 250) { nodes { ${times(120, (at) => `a${at}: title`)} } } }`],
    "long text under many names": [
      `{ products(first: 250) { nodes { ${times(20, (at) => `a${at}: descriptionHtml`)} } } }`,
    ],
    "lists within lists": [
      "{ collections(first: 50) { nodes { products(first: 50) { nodes { variants(first: 10) { nodes { id } } collections(first: 10) { nodes { id } } } } } } }",
    ],
    "inline fragments within each other": [
      `{ products(first: 2) { nodes { ${times(12, () => "... on Product { ... { ... on Node { ... on Product { id title } } } }")} } } }`,
    ],
    "fragments that spread fragments": [
      `{ products(first: 5) { nodes { ...A0 } } } ${times(4, (at) => `fragment A${at} on Product { id ...A${at + 1} ...A${at + 1} }`)} fragment A4 on Product { title variants(first: 1) { nodes { id } } }`,
    ],
    "many fragments of the same fields": [
      `{ products(first: 5) { nodes { ${times(20, (at) => `...A${at}`)} } } } ${times(20, (at) => `fragment A${at} on Product { id title ${PRICE} }`)}`,
    ],
    "many operations": [
      times(8, (at) => `query A${at} { products(first: ${at + 1}) { nodes { id title ${PRICE} } } }`),
    ],
    "a long search": [
      "query ($q: String) { products(first: 5, query: $q) { nodes { id } } }",
      {
        q: times(60, (at) => `title:a${at}*`)
          .replaceAll(" ", " OR ")
          .slice(0, 990),
      },
    ],
    "long searches under many names": [
      `query ($q: String) { ${times(18, (at) => `a${at}: products(first: 1, query: $q, sortKey: ${["TITLE", "PRICE", "VENDOR"][at % 3]}) { nodes { id } }`)} }`,
      {
        q: times(60, (at) => `tag:a${at}`)
          .replaceAll(" ", " OR ")
          .slice(0, 990),
      },
    ],
    introspection: [
      "{ __schema { types { name fields { name type { name ofType { name ofType { name } } } args { name } } possibleTypes { name } } } }",
    ],
    "unknown fields": [`{ shop { ${times(40, (at) => `nam${at}`)} } ${times(5, (at) => `...Frag${at}`)} }`],
    "directives again and again": [`{ shop { ${times(20, () => "name @include(if: true) @skip(if: false)")} } }`],
    "a list of ids": [
      "query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Product { title } } }",
      { ids: [...ids.products, ...ids.variants].slice(0, 250) },
    ],
    "lists of ids under many names": [
      `query ($ids: [ID!]!) { ${times(18, (at) => `a${at}: nodes(ids: $ids) { id ... on Product { title } }`)} }`,
      { ids: [...ids.products, ...ids.variants].slice(0, 250) },
    ],
    "many declared variables": [
      `query (${times(60, (at) => `$v${at}: ID!`)}) { ${times(18, (at) => `a${at}: node(id: $v${at}) { id }`)} ${times(1, () => `b: nodes(ids: [${times(42, (at) => `$v${at + 18}`)}]) { id }`)} }`,
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`v${at}`, ids.products[at % ids.products.length]])),
    ],
    "values of the wrong kind": [
      "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }",
      { ids: Array.from({ length: 5_000 }, () => ({ a: 1 })) },
    ],
    "full carts under many names": [
      `query (${times(ids.carts.length, (at) => `$c${at}: ID!`)}) { ${times(ids.carts.length, (at) => `c${at}: cart(id: $c${at}) { ${LINES} }`)} }`,
      Object.fromEntries(ids.carts.map((id, at) => [`c${at}`, id])),
    ],
    "a full cart's lines in pages": [
      `query ($id: ID!) { cart(id: $id) { ${times(12, (at) => `a${at}: lines(first: 250, reverse: ${at % 2 === 0}) { nodes { id attribute(key: "n") { value } merchandise { ... on ProductVariant { title product { title } } } } }`)} } }`,
      { id: cart },
    ],
    "a full cart's new note": [
      `mutation ($id: ID!) { ${times(4, (at) => `a${at}: cartNoteUpdate(cartId: $id, note: "n${at}") { cart { id } userErrors { code } }`)} }`,
      { id: cart },
    ],
    "a full cart's lines changed": [
      `mutation ($id: ID!, $lines: [CartLineUpdateInput!]!) { cartLinesUpdate(cartId: $id, lines: $lines) { cart { ${LINES} } userErrors { code } } }`,
      { id: cart, lines: ids.cartLines.map((id) => ({ id, quantity: 2 })) },
    ],
    "lines added to a full cart": [
      `mutation ($id: ID!, $lines: [CartLineInput!]!) { cartLinesAdd(cartId: $id, lines: $lines) { cart { ${LINES} } userErrors { code } } }`,
      { id: otherCart, lines: manyLines("merchandiseId", ids.variants, newLines) },
    ],
    "a new cart of many lines": [
      `mutation ($input: CartInput!) { cartCreate(input: $input) { cart { ${LINES} } userErrors { code } } }`,
      { input: { lines: manyLines("merchandiseId", ids.variants, newLines) } },
    ],
    "a new checkout of many lines": [
      "mutation ($input: CheckoutCreateInput!) { checkoutCreate(input: $input) { checkout { id totalPrice { amount } lineItems(first: 250) { nodes { id } } } checkoutUserErrors { code } } }",
      { input: { lineItems: manyLines("variantId", ids.variants, newLines) } },
    ],
    "a full checkout's address": [
      `mutation ($id: ID!, $a: MailingAddressInput!) { ${times(4, (at) => `a${at}: checkoutShippingAddressUpdateV2(checkoutId: $id, shippingAddress: $a) { checkout { id totalTax { amount } availableShippingRates { shippingRates { handle } } } checkoutUserErrors { code } }`)} }`,
      {
        id: checkout,
        a: {
          firstName: "Ann",
          lastName: "Lee",
          address1: "1 Pier Road",
          city: "Port Dover",
          province: "ON",
          country: "CA",
          zip: "N0A 1N1",
        },
      },
    ],
  };
  return Object.entries(texts).map(([family, [text, variables = {}]]) => ({
    family,
    document: parse(text),
    variables,
    padding: "",
  }));
}
