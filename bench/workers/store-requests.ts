// The bench's requests to the store.

/** A page of the shop, with everything that its screen shows. */
export const PRODUCTS_QUERY = `query Products {
  products(first: 30, sortKey: ID) {
    pageInfo { hasNextPage hasPreviousPage }
    edges { cursor node {
      id handle title description descriptionHtml productType vendor availableForSale
      options { id name values }
      images(first: 5) { edges { cursor node { id url altText width height } } }
      variants(first: 10) { edges { cursor node {
        id title sku availableForSale price { amount currencyCode } compareAtPrice { amount currencyCode }
        selectedOptions { name value } image { id url altText width height }
      } } }
    } }
  }
}`;

const CART_FIELDS = `id checkoutUrl totalQuantity
  lines(first: 250) { edges { node { id quantity merchandise { ... on ProductVariant {
    id title price { amount currencyCode } product { title handle } } }
    cost { totalAmount { amount currencyCode } } } } }
  cost { subtotalAmount { amount currencyCode } totalAmount { amount currencyCode } }`;

/** Creates an empty cart. */
export const CREATE_CART = "mutation { cartCreate { cart { id } } }";

/** The body of a request that adds one piece to a cart and reads the whole cart. */
export function addToCart(cartId: string, variantId: string): string {
  return JSON.stringify({
    query: `mutation Add($cartId: ID!, $lines: [CartLineInput!]!) {
  cartLinesAdd(cartId: $cartId, lines: $lines) { cart { ${CART_FIELDS} } userErrors { field message } } }`,
    variables: { cartId, lines: [{ merchandiseId: variantId, quantity: 1 }] },
  });
}

/** Creates a request body. Each request has a unique text, so that no response comes from the cache. */
const query = (text: string) => JSON.stringify({ query: `${text} #%NUMBER%` });
const nested = (depth: number) => `${"{ a ".repeat(depth)}${"}".repeat(depth)}`;
const aliases = Array.from({ length: 3_000 }, (_, number) => `a${number}: shop { name }`).join(" ");
const lists = Array.from(
  { length: 20 },
  (_, n) => `p${n}: products(first: 250) { nodes { title variants(first: 250) { nodes { id title } } } }`,
);

/** Hostile bodies that cost far more to answer than to send. */
export const HOSTILE_REQUESTS: string[] = [
  query(nested(2_000)),
  query(`{ ${aliases} }`),
  query(`{ ${lists.join(" ")} }`),
  query(`{ products(first: 1000000000) { nodes { id } } }`),
  query(`{ ${"x".repeat(110_000)} }`),
  query(`{ ${"x".repeat(1_000_000)} }`),
  query(`query ${"($a: Int) ".repeat(2_000)} { shop { name } }`),
  query(`{ ...A } fragment A on QueryRoot { ...B } fragment B on QueryRoot { ...A }`),
  query(`{ products(first: 250, query: "${"a OR ".repeat(2_000)}a") { nodes { id } } }`),
  JSON.stringify(Array.from({ length: 500 }, () => ({ query: "{ shop { name } }" }))),
  "{".repeat(110_000),
  '{"query":"{ shop { name \\ud800 } }"}',
  query(`{ node(id: "gid://shopify/Cart/aaaaaaaaaaaaaaaaaaaaaa") { id } }`),
];
