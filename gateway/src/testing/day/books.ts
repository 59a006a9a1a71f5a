/** Where an address stands with the list. */
export type SubscriptionState = "active" | "unsubscribed" | "absent";

/** What the owner can do with an order of the day. */
export type OrderChange = "paid" | "shipped" | "cancelled";

/** Somebody whose address was sent to a form. */
export type Fan = {
  email: string;
  /** Where the address may stand: one place, or two after a request that was never answered. */
  may: Set<SubscriptionState>;
  /** Address of the page for leaving, as a letter of the artist has it. */
  link?: string;
  /** Whether somebody does something about this address just now. */
  isBusy: boolean;
  /** Acknowledgments: that the address was put on the list, that it left, that it was removed. */
  joined: number;
  left: number;
  removed: number;
};

/** Somebody who wanted to buy. Each buys once, by an address of their own. */
export type Purchase = {
  email: string;
  lines: { variantId: number; quantity: number }[];
  /** What the last page said it costs, in minor units; undefined before that page. */
  total: number | undefined;
  /** Whether the order was sent off; from then on there may be one. */
  isSent: boolean;
  /** There once it was acknowledged. */
  id: number | undefined;
  /** What the owner did and was told was done, and what was asked for and never answered. */
  changed: OrderChange[];
  unclear: OrderChange[];
  isBusy: boolean;
};

/** All that was asked of the site in a day, and what of it the site acknowledged. */
export type Books = {
  fans: Map<string, Fan>;
  purchases: Map<string, Purchase>;
  /** Purchases that were acknowledged, in their order. */
  orders: Purchase[];
  /** How many of each were asked for. */
  wanted: { signUps: number; leavings: number; removals: number; orders: number; changes: number };
  /** Page views that were taken, and those for which no answer came. */
  views: { taken: number; unclear: number };
};

/** Empty books. */
export function openBooks(): Books {
  return {
    fans: new Map(),
    purchases: new Map(),
    orders: [],
    wanted: { signUps: 0, leavings: 0, removals: 0, orders: 0, changes: 0 },
    views: { taken: 0, unclear: 0 },
  };
}

/** Enters an address that nobody has sent yet. */
export function newFan({ fans }: Books, email: string): Fan {
  const fan: Fan = { email, may: new Set(["absent"]), isBusy: true, joined: 0, left: 0, removed: 0 };
  fans.set(email, fan);
  return fan;
}

/** Enters somebody who begins to buy. */
export function newPurchase({ purchases }: Books, email: string): Purchase {
  const purchase: Purchase = {
    email,
    lines: [],
    total: undefined,
    isSent: false,
    id: undefined,
    changed: [],
    unclear: [],
    isBusy: true,
  };
  purchases.set(email, purchase);
  return purchase;
}

/** Whether it is known beyond doubt that an address stands there. */
export function stands({ may }: Fan, standing: SubscriptionState): boolean {
  return may.size === 1 && may.has(standing);
}
