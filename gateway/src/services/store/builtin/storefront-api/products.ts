import type { GraphQLResolveInfo } from "graphql";
import { badRequest } from "../../graphql/failures.ts";
import type {
  CatalogueImage,
  CatalogueSnapshot,
  Collection,
  Product,
  ProductSortKey,
  Variant,
} from "../catalogue/catalogue.ts";
import { truncated } from "../truncated.ts";
import { idOf, type PageArguments, pageOf } from "./connections.ts";
import { globalId, numberIn } from "./ids.ts";
import { money } from "./money.ts";
import type { RequestContext } from "./request-context.ts";

type ListArguments = PageArguments & { query?: string | null; sortKey?: ProductSortKey | null };
type SelectedOption = { name: string; value: string };

/** Longest search, in characters. */
const MAX_QUERY = 1_000;

/** Root fields that find products. */
export const productQueries = {
  product: (_: unknown, { id, handle }: Partial<Record<"id" | "handle", string | null>>, context: RequestContext) => {
    if (id) return productOfId(id, context);
    return handle ? context.snapshot.productByHandle(handle) : null;
  },
  productByHandle: (_: unknown, { handle }: { handle: string }, { snapshot }: RequestContext) =>
    snapshot.productByHandle(handle),
  productRecommendations: (_: unknown, { productId }: { productId: string }, context: RequestContext) => {
    const product = productOfId(productId, context);
    return product && context.snapshot.recommendationsFor(product);
  },
  products: (_: unknown, args: ListArguments, context: RequestContext, info: GraphQLResolveInfo) => {
    // The catalogue itself reverses the order, because it caches its lists.
    const { reverse, ...page } = args;
    const listed = {
      query: checkedQuery(args.query),
      sortKey: args.sortKey ?? "ID",
      reverse: reverse ?? false,
      isAvailable: (variant: Variant) => context.stock.isAvailable(variant),
    };
    return pageOf(context.snapshot.listProducts(listed), idOf, page, context, info);
  },
};

/** Resolvers of a product. */
export const productTypes = {
  Product: {
    id: (product: Product) => globalId("Product", product.id),
    availableForSale: ({ variants }: Product, _: unknown, { stock }: RequestContext) =>
      variants.some((variant) => stock.isAvailable(variant)),
    collections: (product: Product, args: PageArguments, context: RequestContext, info: GraphQLResolveInfo) =>
      pageOf(collectionsWith(product, context.snapshot), idOf, args, context, info),
    description: (product: Product, { truncateAt }: { truncateAt?: number | null }, { cost }: RequestContext) =>
      truncated(cost.addText(product.description), truncateAt),
    descriptionHtml: (product: Product, _: unknown, { cost }: RequestContext) => cost.addText(product.descriptionHtml),
    featuredImage: ({ images }: Product) => images[0] ?? null,
    images: (product: Product, args: PageArguments, context: RequestContext, info: GraphQLResolveInfo) =>
      pageOf<CatalogueImage>(product.images, idOf, args, context, info),
    isGiftCard: () => false,
    onlineStoreUrl: ({ handle }: Product, _: unknown, { publicUrl }: RequestContext) =>
      `${publicUrl}/shop/${encodeURIComponent(handle)}`,
    options: ({ options }: Product, { first }: { first?: number | null }) =>
      options.slice(0, Math.max(first ?? options.length, 0)),
    priceRange: ({ variants }: Product, _: unknown, context: RequestContext) =>
      rangeOf(
        variants.map(({ price }) => price),
        context,
      ),
    compareAtPriceRange: ({ variants }: Product, _: unknown, context: RequestContext) =>
      rangeOf(
        variants.flatMap(({ compareAtPrice }) => compareAtPrice ?? []),
        context,
      ),
    requiresSellingPlan: () => false,
    seo: () => ({ title: null, description: null }),
    totalInventory: ({ variants }: Product, _: unknown, { stock }: RequestContext) => totalOf(variants, stock.onHand),
    variantBySelectedOptions: ({ variants }: Product, { selectedOptions }: { selectedOptions: SelectedOption[] }) =>
      variants.find((variant) => hasOptions(variant, selectedOptions)),
    variants: (product: Product, args: PageArguments, context: RequestContext, info: GraphQLResolveInfo) =>
      pageOf<Variant>(product.variants, idOf, args, context, info),
  },
  ProductOption: {
    id: ({ id }: { id: number }) => globalId("ProductOption", id),
  },
};

export function productOfId(id: string, { snapshot }: RequestContext): Product | undefined {
  const number = numberIn(id, "Product");
  return number === undefined ? undefined : snapshot.productById(number);
}

/** @throws {GraphQLError} for a search that is too long */
export function checkedQuery(query: string | null | undefined): string | null {
  if (!query?.trim()) return null;
  if (query.length > MAX_QUERY) throw badRequest(`A search may have ${MAX_QUERY} characters at most.`);
  return query;
}

function rangeOf(prices: readonly number[], context: RequestContext) {
  return {
    minVariantPrice: money(prices.length > 0 ? Math.min(...prices) : 0, context),
    maxVariantPrice: money(prices.length > 0 ? Math.max(...prices) : 0, context),
  };
}

/** Stock of all variants; null when none of them is counted. */
function totalOf(variants: readonly Variant[], onHand: (variant: Variant) => number | null): number | null {
  const counts = variants.flatMap((variant) => onHand(variant) ?? []);
  return counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : null;
}

function hasOptions(variant: Variant, selected: readonly SelectedOption[]): boolean {
  return variant.selectedOptions.every(({ name, value }) =>
    selected.some((option) => option.name === name && option.value === value),
  );
}

const collectionsByProduct = new WeakMap<CatalogueSnapshot, Map<Product, Collection[]>>();

function collectionsWith(product: Product, snapshot: CatalogueSnapshot): readonly Collection[] {
  let found = collectionsByProduct.get(snapshot);
  if (!found) {
    found = new Map();
    for (const collection of snapshot.collections)
      for (const one of collection.products) found.set(one, [...(found.get(one) ?? []), collection]);
    collectionsByProduct.set(snapshot, found);
  }
  return found.get(product) ?? [];
}
