import type { GraphQLResolveInfo } from "graphql";
import { badRequest } from "../../graphql/failures.ts";
import type { CatalogueSnapshot } from "../catalogue/catalogue.ts";
import { type CartLine, cartOfId, cartOfToken } from "./cart-types.ts";
import { checkoutOfId } from "./checkout-types.ts";
import { collectionOfId } from "./collections.ts";
import { inSlices, MAX_PAGE, nextTurn } from "./connections.ts";
import { numberIn, parseGlobalId } from "./ids.ts";
import { orderOfId } from "./order-types.ts";
import { productOfId } from "./products.ts";
import type { RequestContext } from "./request-context.ts";
import { weightOf } from "./weight.ts";

/** Root fields that find any object by its id. Unknown objects, and ids without the needed key, are null. */
export const nodeQueries = {
  node: (_: unknown, { id }: { id: string }, context: RequestContext) => findNode(id, context),
  async nodes(_: unknown, { ids }: { ids: string[] }, context: RequestContext, info: GraphQLResolveInfo) {
    if (ids.length > MAX_PAGE) throw badRequest(`There can be ${MAX_PAGE} ids at most, not ${ids.length}.`);
    context.cost.add(ids.length * weightOf(info));
    const found: (object | null)[] = [];
    for (const id of ids) {
      const turn = nextTurn(context);
      if (turn) await turn;
      found.push(await findNode(id, context));
    }
    return inSlices(found, weightOf(info), context);
  },
};

/** Finds the type of an object. */
export const nodeTypes = {
  Node: { __resolveType: (found: object, context: RequestContext) => context.nodeTypes.get(found) },
};

type Found = object | null | undefined;

/**
 * Finders by type. Lines of a checkout, gift cards and addresses cannot be found: their ids have no secret.
 */
const FINDERS: Readonly<Record<string, (id: string, context: RequestContext) => Found | Promise<Found>>> = {
  Product: productOfId,
  ProductVariant: (id, { snapshot }) => {
    const number = numberIn(id, "ProductVariant");
    return number === undefined ? undefined : snapshot.variantById(number);
  },
  Collection: collectionOfId,
  Shop: () => ({}),
  ShopPolicy: (id, { snapshot }) => policyOfId(id, snapshot),
  Cart: cartOfId,
  CartLine: cartLineOfId,
  Checkout: checkoutOfId,
  Order: orderOfId,
};

async function findNode(id: string, context: RequestContext): Promise<object | null> {
  const type = parseGlobalId(id)?.type ?? "";
  const found = Object.hasOwn(FINDERS, type) ? await FINDERS[type]?.(id, context) : undefined;
  if (!found) return null;
  context.nodeTypes.set(found, type);
  return found;
}

function policyOfId(id: string, { shop }: CatalogueSnapshot) {
  const number = numberIn(id, "ShopPolicy");
  return Object.values(shop.policies).find((policy) => policy !== null && policy.id === number);
}

async function cartLineOfId(id: string, context: RequestContext): Promise<CartLine | undefined> {
  const parsed = parseGlobalId(id);
  const cart = await cartOfToken(parsed?.parameters.get("cart") ?? "", context);
  const priced = cart?.priced.lines.find(({ line }) => line.id === parsed?.name);
  return cart && priced && { cart, priced };
}
