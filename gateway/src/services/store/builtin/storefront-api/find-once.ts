import type { Attribute } from "../model/cart.ts";
import type { RequestContext } from "./request-context.ts";

/** Lines of a cart, a checkout or an order, of which each is read, parsed and priced with all the others. */
type WithLines = { lines: readonly { attributes: readonly Attribute[] }[] };

/** Fields that a look-up weighs as much as, whatever it finds: the row is read before its key is compared. */
const LOOK_UP_FIELDS = 500;

/**
 * Finds a cart, a checkout or an order, once in a request however many of its ids name it, and counts all that it
 * holds. Where a request is already long, it waits for its next time slice.
 *
 * @param name what it is found by, with its secret
 */
export function findOnce<Found extends WithLines>(
  known: Map<string, Promise<Found | undefined>>,
  name: string,
  find: () => Found | undefined,
  { cost, task }: RequestContext,
): Promise<Found | undefined> {
  async function look(): Promise<Found | undefined> {
    const slice = task.pause();
    if (slice) await slice;
    cost.add(LOOK_UP_FIELDS);
    const found = find();
    for (const { attributes } of found?.lines ?? []) cost.add(1 + attributes.length);
    return found;
  }
  const finding = known.get(name) ?? look();
  known.set(name, finding);
  return finding;
}
