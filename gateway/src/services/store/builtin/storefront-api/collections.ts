import type { GraphQLResolveInfo } from "graphql";
import type { Collection, Product } from "../catalogue/catalogue.ts";
import { compareProducts } from "../catalogue/sorting.ts";
import { truncated } from "../truncated.ts";
import { idOf, type PageArguments, pageOf } from "./connections.ts";
import { globalId, numberIn } from "./ids.ts";
import { checkedQuery } from "./products.ts";
import type { RequestContext } from "./request-context.ts";

type ListArguments = PageArguments & {
  query?: string | null;
  sortKey?: "TITLE" | "UPDATED_AT" | "ID" | "RELEVANCE" | null;
};
type ProductsArguments = PageArguments & { sortKey?: string | null };

/** Root fields that find collections. */
export const collectionQueries = {
  collection: (
    _: unknown,
    { id, handle }: Partial<Record<"id" | "handle", string | null>>,
    context: RequestContext,
  ) => {
    if (id) return collectionOfId(id, context);
    return handle ? context.snapshot.collectionByHandle(handle) : null;
  },
  collectionByHandle: (_: unknown, { handle }: { handle: string }, { snapshot }: RequestContext) =>
    snapshot.collectionByHandle(handle),
  collections: (_: unknown, args: ListArguments, context: RequestContext, info: GraphQLResolveInfo) => {
    const { reverse, ...page } = args;
    const query = checkedQuery(args.query);
    const listed = { query, sortKey: args.sortKey ?? "ID", reverse: reverse ?? false };
    return pageOf(context.snapshot.listCollections(listed), idOf, page, context, info);
  },
};

/** Resolvers of a collection. The site has no page for it. */
export const collectionTypes = {
  Collection: {
    id: (collection: Collection) => globalId("Collection", collection.id),
    description: (collection: Collection, { truncateAt }: { truncateAt?: number | null }, { cost }: RequestContext) =>
      truncated(cost.addText(collection.description), truncateAt),
    descriptionHtml: (collection: Collection, _: unknown, { cost }: RequestContext) =>
      cost.addText(collection.descriptionHtml),
    onlineStoreUrl: () => null,
    products: (collection: Collection, args: ProductsArguments, context: RequestContext, info: GraphQLResolveInfo) =>
      pageOf(sorted(collection.products, args.sortKey ?? ""), idOf, args, context, info),
    seo: () => ({ title: null, description: null }),
  },
};

export function collectionOfId(id: string, { snapshot }: RequestContext): Collection | undefined {
  const number = numberIn(id, "Collection");
  return number === undefined ? undefined : snapshot.collectionById(number);
}

/** Sort orders. All other sort keys stand for the owner's own order. */
const ORDERS: Readonly<Record<string, (one: Product, other: Product) => number>> = {
  TITLE: compareProducts.TITLE,
  PRICE: compareProducts.PRICE,
  CREATED: compareProducts.CREATED_AT,
  ID: compareProducts.ID,
};

const cache = new WeakMap<readonly Product[], Map<string, readonly Product[]>>();

/** The products of a collection object never change, so each sort order is computed once. */
function sorted(products: readonly Product[], sortKey: string): readonly Product[] {
  const order = ORDERS[sortKey];
  if (!order) return products;
  const orders = cache.get(products) ?? new Map<string, readonly Product[]>();
  cache.set(products, orders);
  const known = orders.get(sortKey);
  if (known) return known;
  const made = products.toSorted(order);
  orders.set(sortKey, made);
  return made;
}
