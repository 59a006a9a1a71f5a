import * as v from "valibot";
import { ProviderError } from "../../../lib/provider/provider-error.ts";
import { secondsOf } from "../../../lib/provider/retry-after.ts";
import { MORE_IMAGES, MORE_VARIANTS, PRODUCTS } from "./product-documents.ts";
import type { Shopify } from "./shopify.ts";
import {
  type CachedProductList,
  PAGE,
  PageSchema,
  ProductHeadSchema,
  ProductPageSchema,
  ProductPartSchema,
  type WirePage,
} from "./wire.ts";

/** Maximum number of pages of a list, more than any musician fills. A list with more pages is an error. */
const MAX_PAGES = 40;
/** Maximum number of requests and of response bytes for a whole list. No musician's list needs that many. */
const MAX = { requests: 1_000, bytes: 32 * 1024 * 1024 };
/** Pause after a failure without a `Retry-After` header, in seconds. No visitor waits for the list. */
const PAUSE_S = 30;

/**
 * Fetches all products on sale, the best selling first, each with all of its pictures and variants. The products are
 * not validated yet.
 *
 * @throws {ProviderError} when the list, or a part of it, cannot be fetched
 */
export async function fetchProducts(connection: Connection): Promise<CachedProductList> {
  const shopify = bounded(connection);
  const products: CachedProductList["products"] = [];
  let currencyCode = "";
  let after: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await requestPage(shopify, PRODUCTS, { first: PAGE, after }, ProductPageSchema);
    currencyCode = page.shop.paymentSettings.currencyCode;
    for (const { node } of page.products.edges) products.push(...(await wholeProduct(shopify, node)));
    after = nextOf(page.products);
    if (after === undefined) return { currencyCode, products };
  }
  throw incompleteList();
}

type Connection = Pick<Shopify, "ask">;

/** A connection that fails when the list takes more than {@link MAX}. */
function bounded({ ask }: Connection): Connection {
  let requests = 0;
  let bytes = 0;
  return {
    async ask(body, options) {
      requests += 1;
      if (requests > MAX.requests) throw incompleteList();
      const response = await ask(body, options);
      bytes += response.bytes;
      if (bytes > MAX.bytes) throw incompleteList();
      return response;
    },
  };
}

/** A list of one product with all pages of its pictures and variants; empty if the product is malformed. */
async function wholeProduct(shopify: Connection, node: unknown): Promise<CachedProductList["products"]> {
  const read = v.safeParse(ProductHeadSchema, node);
  if (!read.success) return [];
  const { id } = read.output;
  const images = await allItems(read.output.images, (after) => fetchPart(shopify, MORE_IMAGES, id, after));
  const variants = await allItems(read.output.variants, (after) => fetchPart(shopify, MORE_VARIANTS, id, after));
  return [{ ...read.output, images, variants }];
}

async function fetchPart(shopify: Connection, query: string, id: string, after: string): Promise<WirePage> {
  const { node } = await requestPage(shopify, query, { id, first: PAGE, after }, ProductPartSchema);
  return node?.part ?? v.parse(PageSchema, { pageInfo: { hasNextPage: false }, edges: [] });
}

async function allItems(first: WirePage, fetchPage: (after: string) => Promise<WirePage>): Promise<unknown[]> {
  const items = first.edges.map(({ node }) => node);
  let after = nextOf(first);
  for (let pages = 1; after !== undefined; pages += 1) {
    if (pages === MAX_PAGES) throw incompleteList();
    const page = await fetchPage(after);
    items.push(...page.edges.map(({ node }) => node));
    after = nextOf(page);
  }
  return items;
}

function nextOf({ pageInfo, edges }: WirePage): string | undefined {
  return pageInfo.hasNextPage ? edges.at(-1)?.cursor : undefined;
}

async function requestPage<Schema extends v.GenericSchema>(
  shopify: Connection,
  query: string,
  variables: Record<string, unknown>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { status, retryAfter, json } = await shopify.ask(JSON.stringify({ query, variables }), { isSafe: true });
  // A response with errors may lack some products, so it is not used.
  const read = v.safeParse(v.object({ data: schema, errors: v.optional(v.strictTuple([])) }), json);
  if (status === 200 && read.success) return read.output.data;
  if (status === 200) throw incompleteList();
  throw new ProviderError("unwell", `Shopify answered ${status}.`, secondsOf(retryAfter) ?? PAUSE_S);
}

function incompleteList(): ProviderError {
  return new ProviderError("unwell", "Shopify did not answer with the whole list of products.", PAUSE_S);
}
