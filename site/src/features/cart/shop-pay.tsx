import { ShopPayButton } from "@shopify/hydrogen-react/ShopPayButton";
import type { ExpressOrder } from "./express-order.ts";

/** Shopify's own button. It loads a script from Shopify, so it must be rendered only after a click. */
export function ShopPay({ order, shopDomain }: { order: ExpressOrder; shopDomain: string }) {
  return <ShopPayButton storeDomain={`https://${shopDomain}`} {...order} />;
}
