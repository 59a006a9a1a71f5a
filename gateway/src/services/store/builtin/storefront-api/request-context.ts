import type { Task } from "../../../../lib/scheduler.ts";
import type { Cart, Carts } from "../cart/carts.ts";
import type { CatalogueSnapshot } from "../catalogue/catalogue.ts";
import type { Checkout, Checkouts } from "../checkout/checkouts.ts";
import type { Order } from "../model/order.ts";
import type { Orders } from "../orders/orders.ts";
import type { Stock } from "../stock/stock.ts";
import type { RequestCost } from "./request-cost.ts";

/** Services with data of single visitors. */
export type StorefrontServices = { carts: Carts; checkouts: Checkouts; orders: Orders };

/** The data on which the resolvers of one request depend. */
export type RequestContext = {
  /** The catalogue as of the beginning of the request. */
  snapshot: CatalogueSnapshot;
  stock: Stock;
  publicUrl: string;
  /** Key of the client, for which limits are counted. */
  client: string;
  cost: RequestCost;
  task: Task;
  /** The only access to carts, checkouts and orders. A response that uses it is private and not cached. */
  visitorServices(): StorefrontServices;
  /** Objects that the request has found, by their token or number together with their secret. */
  found: {
    carts: Map<string, Promise<Cart | undefined>>;
    checkouts: Map<string, Promise<Checkout | undefined>>;
    orders: Map<string, Promise<Order | undefined>>;
  };
  /** Types of objects that were found by id, for the `Node` interface. */
  nodeTypes: WeakMap<object, string>;
};

export function currencyOf({ snapshot }: RequestContext): string {
  return snapshot.settings.currency;
}
