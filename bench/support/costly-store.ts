import { storefrontSchema } from "../../gateway/src/services/store/builtin/storefront-api/schema.ts";
import { searchCostlyRequests } from "../../gateway/src/testing/costly-requests/search-costly-requests.ts";
import { manyLines } from "../../gateway/src/testing/costly-requests/seed-requests.ts";
import { createBody, describeRequest, type StoreIds } from "../../gateway/src/testing/costly-requests/store-request.ts";
import { threadTimeOf } from "./processes.ts";
import { ask, type Shop, STORE_PATH } from "./shop.ts";

/** Carts to create. One request of the search can read all of them, each under its own alias. */
const CARTS = 19;
/** Lines of each cart, and how many of them the first request adds. */
const LINES = { most: 1_000, atOnce: 900 };
const WORST = 5;
const SEED = 1;

/** The ids that a search uses. An attacker could create the same objects. */
export type CostlyStore = { ids: StoreIds; checkoutPath: string };

/** Creates carts and a checkout with a thousand lines, as any visitor can. */
export async function fillStore(shop: Shop): Promise<CostlyStore> {
  // The cast holds: the shape follows from the query.
  const { products, collections } = (await ask(
    shop,
    "{ products(first: 250) { nodes { id variants(first: 4) { nodes { id } } } } collections(first: 50) { nodes { id } } }",
  )) as { products: Nodes<{ id: string; variants: Nodes<{ id: string }> }>; collections: Nodes<{ id: string }> };
  const variants = products.nodes.flatMap((product) => product.variants.nodes.map(({ id }) => id));
  const carts: string[] = [];
  for (let at = 0; at < CARTS; at += 1) carts.push(await fillCart(shop, variants));
  const { id, path } = await fillCheckout(shop, variants);
  return {
    checkoutPath: path,
    ids: {
      products: products.nodes.map((product) => product.id),
      variants,
      collections: collections.nodes.map((collection) => collection.id),
      carts,
      cartLines: await linesOf(shop, carts[0] ?? ""),
      checkouts: [id],
    },
  };
}

/** Searches a store without limits for costly requests. @returns the costliest bodies, with cost and description */
export async function findCostlyRequests(
  shop: Shop,
  { ids }: CostlyStore,
  count: number,
): Promise<{ body: string; milliseconds: number; description: string }[]> {
  const { costliest } = await searchCostlyRequests({
    schema: storefrontSchema(),
    ids,
    count,
    seed: SEED,
    aims: ["milliseconds"],
    async measure(body) {
      // The wall clock also counts other programs' time, so it is only the fallback.
      const clock = () => threadTimeOf(shop.pid) ?? performance.now();
      const from = clock();
      await (await fetch(shop.url + STORE_PATH, { method: "POST", headers: shop.headers, body })).arrayBuffer();
      return { milliseconds: clock() - from };
    },
  });
  return costliest.milliseconds.slice(0, WORST).map(({ request, cost }) => ({
    body: createBody(request, "%NUMBER%"),
    milliseconds: cost.milliseconds,
    description: describeRequest(request),
  }));
}

type Nodes<Node> = { nodes: Node[] };

async function fillCart(shop: Shop, variants: readonly string[]): Promise<string> {
  const lines = manyLines("merchandiseId", variants, LINES.most);
  const { cartCreate } = (await ask(
    shop,
    "mutation ($input: CartInput) { cartCreate(input: $input) { cart { id } userErrors { message } } }",
    { input: { lines: lines.slice(0, LINES.atOnce) } },
  )) as { cartCreate: { cart: { id: string } } };
  const { id } = cartCreate.cart;
  await ask(
    shop,
    "mutation ($id: ID!, $lines: [CartLineInput!]!) { cartLinesAdd(cartId: $id, lines: $lines) { userErrors { message } } }",
    { id, lines: lines.slice(LINES.atOnce) },
  );
  return id;
}

async function linesOf(shop: Shop, cart: string): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const query =
      "query ($id: ID!, $after: String) { cart(id: $id) { lines(first: 250, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } } }";
    const answer = (await ask(shop, query, { id: cart, after })) as {
      cart: { lines: Nodes<{ id: string }> & { pageInfo: { endCursor: string; hasNextPage: boolean } } };
    };
    const { nodes, pageInfo } = answer.cart.lines;
    ids.push(...nodes.map(({ id }) => id));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return ids;
}

async function fillCheckout(shop: Shop, variants: readonly string[]): Promise<{ id: string; path: string }> {
  const lines = manyLines("variantId", variants, LINES.most);
  const { checkoutCreate } = (await ask(
    shop,
    "mutation ($input: CheckoutCreateInput!) { checkoutCreate(input: $input) { checkout { id webUrl } checkoutUserErrors { message } } }",
    { input: { lineItems: lines.slice(0, LINES.atOnce) } },
  )) as { checkoutCreate: { checkout: { id: string; webUrl: string } } };
  const { id, webUrl } = checkoutCreate.checkout;
  await ask(
    shop,
    "mutation ($id: ID!, $lines: [CheckoutLineItemInput!]!) { checkoutLineItemsAdd(checkoutId: $id, lineItems: $lines) { checkoutUserErrors { message } } }",
    { id, lines: lines.slice(LINES.atOnce) },
  );
  const { pathname, search } = new URL(webUrl);
  return { id, path: `${pathname}${search}` };
}
