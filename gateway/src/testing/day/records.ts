import type { Random } from "../random.ts";

/** The state of an address: `absent` was never on the list, `removed` was taken off it by the owner. */
export type SubscriptionState = "active" | "unsubscribed" | "removed" | "absent";

/** Changes that the owner makes to orders. */
export type OrderChange = "paid" | "shipped" | "cancelled";

/** A person who submitted an address in a form. */
export type Fan = {
  email: string;
  /** The states that the address may have. There are several after a request without a response. */
  possibleStates: Set<SubscriptionState>;
  /** Whether a sign-up after an unsubscribe or a removal waits for confirmation; both values if unknown. */
  possibleWaits: Set<boolean>;
  /** The unsubscribe link from an email of the artist. */
  link?: string;
  /** The link of the latest confirmation email. */
  confirmationLink?: string;
  /** Whether a visit is using this address now. */
  isBusy: boolean;
  /** How many sign-ups, unsubscribes, confirmations and removals the site acknowledged. */
  joined: number;
  left: number;
  confirmed: number;
  removed: number;
  /** How often the address got a new row on the list. */
  inserted: number;
};

/** A buyer. Each buys once, with their own address. */
export type Purchase = {
  email: string;
  lines: { variantId: number; quantity: number }[];
  /** The total on the last page in minor units; undefined before that page. */
  total: number | undefined;
  /** Whether the buyer submitted the order; from then on it may exist. */
  isSubmitted: boolean;
  /** Id of the order, once acknowledged. */
  id: number | undefined;
  /** Changes that the site acknowledged, and changes without a response. */
  changed: OrderChange[];
  pending: OrderChange[];
  isBusy: boolean;
};

/** Everything that visitors requested in a day, and what the site acknowledged. */
export type Records = {
  fans: Map<string, Fan>;
  purchases: Map<string, Purchase>;
  /** Acknowledged purchases, in the order in which they were acknowledged. */
  orders: Purchase[];
  /** How many requests of each kind visitors sent. */
  attempted: Record<"signUps" | "unsubscribes" | "confirmations" | "removals" | "orders" | "changes", number>;
  /** Page views that the site accepted, and those without a response. */
  views: { taken: number; pending: number };
};

export function createRecords(): Records {
  return {
    fans: new Map(),
    purchases: new Map(),
    orders: [],
    attempted: { signUps: 0, unsubscribes: 0, confirmations: 0, removals: 0, orders: 0, changes: 0 },
    views: { taken: 0, pending: 0 },
  };
}

/** Adds a new fan. */
export function newFan({ fans }: Records, email: string): Fan {
  const fan: Fan = {
    email,
    possibleStates: new Set(["absent"]),
    possibleWaits: new Set([false]),
    isBusy: true,
    joined: 0,
    left: 0,
    confirmed: 0,
    removed: 0,
    inserted: 0,
  };
  fans.set(email, fan);
  return fan;
}

/** Adds a new buyer. */
export function newPurchase({ purchases }: Records, email: string): Purchase {
  const purchase: Purchase = {
    email,
    lines: [],
    total: undefined,
    isSubmitted: false,
    id: undefined,
    changed: [],
    pending: [],
    isBusy: true,
  };
  purchases.set(email, purchase);
  return purchase;
}

/** Whether an address is in this state for certain. */
export function isCertainly({ possibleStates }: Pick<Fan, "possibleStates">, state: SubscriptionState): boolean {
  return possibleStates.size === 1 && possibleStates.has(state);
}

/** Whether an address may have a row on the list. */
export function mayBeOnList({ possibleStates }: Pick<Fan, "possibleStates">): boolean {
  return possibleStates.has("active") || possibleStates.has("unsubscribed");
}

/** How many entries to try before giving up. */
const PICKS = 12;

/** Picks a random entry that no other visit is using; undefined if none is found soon. */
export function pickIdle<T extends { isBusy: boolean }>(
  all: ReadonlyMap<string, T>,
  random: Random,
  fits: (one: T) => boolean,
): T | undefined {
  const entries = [...all.values()];
  for (let pick = 0; pick < PICKS; pick += 1) {
    const one = entries[random.below(entries.length)];
    if (one && !one.isBusy && fits(one)) return one;
  }
  return undefined;
}
