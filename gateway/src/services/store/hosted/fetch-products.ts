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

/** More pages than any musician fills; a list without end is none. */
const MOST_PAGES = 40;
/** More requests, and more bytes of responses, than the whole list of any musician takes. */
const MOST = { requests: 1_000, bytes: 32 * 1024 * 1024 };
/** When to ask again after an answer that says nothing of it, in seconds. Nobody waits for the list. */
const REST_S = 30;

/**
 * Everything on sale, the best selling first, each product with all of its pictures and variants, as they came.
 *
 * @throws {ProviderError} when they cannot be had, or not all of them
 */
export async function fetchProducts(connection: AskShopify): Promise<CachedProductList> {
  const shopify = bounded(connection);
  const products: CachedProductList["products"] = [];
  let currencyCode = "";
  let after: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await askShopify(shopify, PRODUCTS, { first: PAGE, after }, ProductPageSchema);
    currencyCode = page.shop.paymentSettings.currencyCode;
    for (const { node } of page.products.edges) products.push(...(await wholeProduct(shopify, node)));
    after = nextOf(page.products);
    if (after === undefined) return { currencyCode, products };
  }
  throw notItsForm();
}

type AskShopify = Pick<Shopify, "ask">;

/** Rejects when the list takes more than {@link MOST}. */
function bounded({ ask }: AskShopify): AskShopify {
  let requests = 0;
  let bytes = 0;
  return {
    async ask(body, options) {
      requests += 1;
      if (requests > MOST.requests) throw notItsForm();
      const response = await ask(body, options);
      bytes += response.bytes;
      if (bytes > MOST.bytes) throw notItsForm();
      return response;
    },
  };
}

/** A product with the pages that follow its first; none where it is malformed. */
async function wholeProduct(shopify: AskShopify, node: unknown): Promise<CachedProductList["products"]> {
  const read = v.safeParse(ProductHeadSchema, node);
  if (!read.success) return [];
  const { id } = read.output;
  const images = await allItems(read.output.images, (after) => fetchPart(shopify, MORE_IMAGES, id, after));
  const variants = await allItems(read.output.variants, (after) => fetchPart(shopify, MORE_VARIANTS, id, after));
  return [{ ...read.output, images, variants }];
}

async function fetchPart(shopify: AskShopify, query: string, id: string, after: string): Promise<WirePage> {
  const { node } = await askShopify(shopify, query, { id, first: PAGE, after }, ProductPartSchema);
  return node?.part ?? v.parse(PageSchema, { pageInfo: { hasNextPage: false }, edges: [] });
}

async function allItems(first: WirePage, fetchPage: (after: string) => Promise<WirePage>): Promise<unknown[]> {
  const items = first.edges.map(({ node }) => node);
  let after = nextOf(first);
  for (let pages = 1; after !== undefined; pages += 1) {
    if (pages === MOST_PAGES) throw notItsForm();
    const page = await fetchPage(after);
    items.push(...page.edges.map(({ node }) => node));
    after = nextOf(page);
  }
  return items;
}

function nextOf({ pageInfo, edges }: WirePage): string | undefined {
  return pageInfo.hasNextPage ? edges.at(-1)?.cursor : undefined;
}

async function askShopify<Schema extends v.GenericSchema>(
  shopify: AskShopify,
  query: string,
  variables: Record<string, unknown>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { status, retryAfter, json } = await shopify.ask(JSON.stringify({ query, variables }), { isSafe: true });
  // Together with errors only a part may be there, and a part of the shop is not the shop.
  const read = v.safeParse(v.object({ data: schema, errors: v.optional(v.strictTuple([])) }), json);
  if (status === 200 && read.success) return read.output.data;
  if (status === 200) throw notItsForm();
  throw new ProviderError("unwell", `Shopify answered ${status}.`, secondsOf(retryAfter) ?? REST_S);
}

function notItsForm(): ProviderError {
  return new ProviderError("unwell", "Shopify did not answer with the whole list of products.", REST_S);
}
