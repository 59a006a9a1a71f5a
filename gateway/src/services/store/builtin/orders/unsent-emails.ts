import type { UnsentOrderEmail } from "@porchlight/protocol/orders.ts";
import type { FindUnsent } from "../../../shared/outgoing-messages.ts";
import type { Order } from "../model/order.ts";

/** Whom emails about an order are to. */
export type Receiver = UnsentOrderEmail["to"];

const RECEIVERS: readonly Receiver[] = ["buyer", "owner"];

/** By which an email about an order is found while it has not gone out. */
export function tagOf({ number }: Order, to: Receiver): string {
  return `order-${number}-${to}`;
}

/** Emails about an order that have not gone out. Where nobody can look, the check-up says so. */
export async function unsentEmailsOf(order: Order, findUnsent: FindUnsent): Promise<UnsentOrderEmail[]> {
  const byTag = new Map(RECEIVERS.map((to) => [tagOf(order, to), to]));
  const emails = await findUnsent([...byTag.keys()]).catch(() => []);
  return emails.flatMap(({ tag, ...email }) => {
    const to = byTag.get(tag);
    return to === undefined ? [] : [{ to, ...email }];
  });
}
