import type { UnsentOrderEmail } from "@porchlight/protocol/orders.ts";
import type { FindUnsent } from "../../../shared/outgoing-messages.ts";
import type { Order } from "../model/order.ts";

export type Receiver = UnsentOrderEmail["to"];

const RECEIVERS: readonly Receiver[] = ["buyer", "owner"];

/** Tag by which an unsent email about an order is found. */
export function tagOf({ number }: Order, to: Receiver): string {
  return `order-${number}-${to}`;
}

/** Unsent emails about an order. Empty if the folder cannot be read; the health check reports that. */
export async function unsentEmailsOf(order: Order, findUnsent: FindUnsent): Promise<UnsentOrderEmail[]> {
  const byTag = new Map(RECEIVERS.map((to) => [tagOf(order, to), to]));
  const emails = await findUnsent([...byTag.keys()]).catch(() => []);
  return emails.flatMap(({ tag, ...email }) => {
    const to = byTag.get(tag);
    return to === undefined ? [] : [{ to, ...email }];
  });
}
