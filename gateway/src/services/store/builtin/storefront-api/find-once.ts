import type { Attribute } from "../model/cart.ts";
import type { RequestContext } from "./request-context.ts";

/** A cart, a checkout or an order. All of its lines are read, parsed and priced together. */
type WithLines = { lines: readonly { attributes: readonly Attribute[] }[] };

/** Cost of a look-up, in fields, even if it finds nothing: the row is read before the key is compared. */
const LOOK_UP_FIELDS = 500;

/**
 * Finds a cart, a checkout or an order once per request, even if the request names it many times. Adds its lines to the
 * cost of the request. In a long request, the look-up waits for the next time slice.
 *
 * @param name its token or number, with its secret
 */
export function findOnce<Found extends WithLines>(
  known: Map<string, Promise<Found | undefined>>,
  name: string,
  find: () => Found | undefined,
  { cost, task }: RequestContext,
): Promise<Found | undefined> {
  async function lookUp(): Promise<Found | undefined> {
    const slice = task.pause();
    if (slice) await slice;
    cost.add(LOOK_UP_FIELDS);
    const found = find();
    for (const { attributes } of found?.lines ?? []) cost.add(1 + attributes.length);
    return found;
  }
  const finding = known.get(name) ?? lookUp();
  known.set(name, finding);
  return finding;
}
