import type { Collection, Product } from "./catalogue.ts";

/** Most products recommended beside one. Source: shopify.dev, Storefront API, productRecommendations. */
const MOST = 10;

/** How much each thing in common counts: what the owner put together says more than a word of a tag. */
const WEIGHTS = { collection: 4, type: 2, tag: 1 };

/** Makes a function that says which products go with one: those that have most in common with it, best first. */
export function createRecommendations(
  products: readonly Product[],
  collections: readonly Collection[],
): (product: Product) => readonly Product[] {
  const traitsOf = new Map(products.map((product) => [product, ownTraitsOf(product)]));
  for (const { handle, products: members } of collections) {
    for (const member of members) traitsOf.get(member)?.set(`collection:${handle}`, WEIGHTS.collection);
  }
  const kept = new Map<Product, readonly Product[]>();

  return (product) => {
    const known = kept.get(product);
    if (known) return known;
    const traits = traitsOf.get(product) ?? new Map<string, number>();
    const scored = products.flatMap((other) => {
      const score = other === product ? 0 : scoreOf(traits, traitsOf.get(other));
      return score > 0 ? { other, score } : [];
    });
    // Sorting is stable: among equals the owner's order holds.
    const best = scored.sort((one, two) => two.score - one.score).slice(0, MOST);
    const found = best.map(({ other }) => other);
    kept.set(product, found);
    return found;
  };
}

function ownTraitsOf({ productType, tags }: Product): Map<string, number> {
  const traits = new Map(tags.map((tag) => [`tag:${tag.toLowerCase()}`, WEIGHTS.tag]));
  if (productType) traits.set(`type:${productType.toLowerCase()}`, WEIGHTS.type);
  return traits;
}

function scoreOf(traits: ReadonlyMap<string, number>, others: ReadonlyMap<string, number> | undefined): number {
  let score = 0;
  for (const [trait, weight] of traits) if (others?.has(trait)) score += weight;
  return score;
}
