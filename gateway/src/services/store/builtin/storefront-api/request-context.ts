import type { Task } from "../../../../lib/scheduler.ts";
import type { Cart, Carts } from "../cart/carts.ts";
import type { CatalogueSnapshot } from "../catalogue/catalogue.ts";
import type { Checkout, Checkouts } from "../checkout/checkouts.ts";
import type { Order } from "../model/order.ts";
import type { Orders } from "../orders/orders.ts";
import type { Stock } from "../stock/stock.ts";
import type { RequestCost } from "./request-cost.ts";

/** What belongs to single visitors. */
export type StorefrontServices = { carts: Carts; checkouts: Checkouts; orders: Orders };

/** What resolvers work with while one request is answered. */
export type RequestContext = {
  /** The catalogue as of the beginning of the request. */
  snapshot: CatalogueSnapshot;
  stock: Stock;
  publicUrl: string;
  /** What limits count by. */
  client: string;
  cost: RequestCost;
  /** The time slices in which the request is answered. */
  task: Task;
  /** The only way to carts, checkouts and orders. An answer that went through here is nobody else's and is not kept. */
  belongings(): StorefrontServices;
  /** What the request's ids have led to so far, by token or number, and secret. */
  found: {
    carts: Map<string, Promise<Cart | undefined>>;
    checkouts: Map<string, Promise<Checkout | undefined>>;
    orders: Map<string, Promise<Order | undefined>>;
  };
  /** Types of what was found by id, for the `Node` interface. */
  nodeTypes: WeakMap<object, string>;
};

/** Everything else about the shop that prices are written with. */
export function currencyOf({ snapshot }: RequestContext): string {
  return snapshot.settings.currency;
}
