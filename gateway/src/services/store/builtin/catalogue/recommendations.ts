import type { Collection, Product } from "./catalogue.ts";

/**
 * Maximum number of products that are recommended for one. Source: shopify.dev, Storefront API, productRecommendations.
 */
const MAX_RECOMMENDATIONS = 10;

/** Weight of each shared trait: a collection made by the owner counts more than a tag. */
const WEIGHTS = { collection: 4, type: 2, tag: 1 };

/** Creates a function that recommends the products that share most traits with one, best first. */
export function createRecommendations(
  products: readonly Product[],
  collections: readonly Collection[],
): (product: Product) => readonly Product[] {
  const traitsByProduct = new Map(products.map((product) => [product, collectTraits(product)]));
  for (const { handle, products: members } of collections) {
    for (const member of members) traitsByProduct.get(member)?.set(`collection:${handle}`, WEIGHTS.collection);
  }
  const cache = new Map<Product, readonly Product[]>();

  return (product) => {
    const known = cache.get(product);
    if (known) return known;
    const traits = traitsByProduct.get(product) ?? new Map<string, number>();
    const scored = products.flatMap((other) => {
      const score = other === product ? 0 : countShared(traits, traitsByProduct.get(other));
      return score > 0 ? { other, score } : [];
    });
    // Sorting is stable: equal scores keep the owner's order.
    const best = scored.sort((one, two) => two.score - one.score).slice(0, MAX_RECOMMENDATIONS);
    const found = best.map(({ other }) => other);
    cache.set(product, found);
    return found;
  };
}

function collectTraits({ productType, tags }: Product): Map<string, number> {
  const traits = new Map(tags.map((tag) => [`tag:${tag.toLowerCase()}`, WEIGHTS.tag]));
  if (productType) traits.set(`type:${productType.toLowerCase()}`, WEIGHTS.type);
  return traits;
}

function countShared(traits: ReadonlyMap<string, number>, others: ReadonlyMap<string, number> | undefined): number {
  let score = 0;
  for (const [trait, weight] of traits) if (others?.has(trait)) score += weight;
  return score;
}
