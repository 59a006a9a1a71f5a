import {
  CHECKOUT_BY_ID,
  CHECKOUT_LINES,
  type CheckoutErrorFieldsFragment,
  type CheckoutFieldsFragment,
  type CheckoutLinePageFragment,
  type ErrorFieldsFragment,
} from "./generated.ts";
import { allItems, FOLLOW_UP_PAGE } from "./pages.ts";
import { dataOf } from "./read-answer.ts";
import type { StorefrontAnswer, StorefrontClient, StorefrontErrorEntry } from "./storefront-client.ts";

/** A line of a checkout. */
export type CheckoutLine = CheckoutLinePageFragment["edges"][number]["node"];

/** A checkout with all of its lines. */
export type Checkout = Omit<CheckoutFieldsFragment, "lineItems"> & { lineItems: CheckoutLine[] };

/** A checkout after a mutation, with whatever was said against the change. */
export type ChangedCheckout = Checkout & { errors?: StorefrontErrorEntry[]; userErrors: ErrorFieldsFragment[] };

/** What a checkout mutation answers; `checkoutLineItemsReplace` knows one kind of errors only. */
type CheckoutPayload = {
  checkout: CheckoutFieldsFragment | null;
  userErrors: ErrorFieldsFragment[];
  checkoutUserErrors?: CheckoutErrorFieldsFragment[];
};

/** The checkout with this id; null when there is none. */
export async function fetchCheckout(client: StorefrontClient, id: string): Promise<Checkout | null> {
  const { node } = dataOf(await client.send(CHECKOUT_BY_ID, { id }));
  return node?.__typename === "Checkout" ? withAllLines(client, node) : null;
}

/**
 * Decides what came of a checkout mutation, in this order: a checkout counts, whatever was said beside it; then the
 * answer's errors; then those of the checkout; then those of the input. Source: docs/product.md §8.
 *
 * @param mutation its name on the wire, `checkoutCreate`
 * @throws {Error} with the errors as JSON, or saying that the mutation failed for reasons unknown
 */
export async function checkoutOf<Mutation extends string>(
  client: StorefrontClient,
  mutation: Mutation,
  { data, errors }: StorefrontAnswer<Record<Mutation, CheckoutPayload | null>>,
): Promise<ChangedCheckout> {
  const payload = data?.[mutation];
  if (payload?.checkout) {
    const checkout = await withAllLines(client, payload.checkout);
    return { ...checkout, userErrors: payload.userErrors, ...(errors && { errors }) };
  }
  const refusals = [errors, payload?.checkoutUserErrors, payload?.userErrors].find((list) => list?.length);
  throw new Error(refusals ? JSON.stringify(refusals) : `The ${mutation} mutation failed due to an unknown error.`);
}

async function withAllLines(client: StorefrontClient, checkout: CheckoutFieldsFragment): Promise<Checkout> {
  const lineItems = await allItems(checkout.lineItems, async (after) => {
    const variables = { id: checkout.id, first: FOLLOW_UP_PAGE, after };
    const { node } = dataOf(await client.send(CHECKOUT_LINES, variables));
    return node && "lineItems" in node ? node.lineItems : undefined;
  });
  return { ...checkout, lineItems };
}
