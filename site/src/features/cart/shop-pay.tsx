import { ShopPayButton } from "@shopify/hydrogen-react/ShopPayButton";
import type { ExpressOrder } from "./express-rules.ts";

/** Shopify's own button, whose script comes from Shopify: to be drawn only once the visitor has asked for it. */
export function ShopPay({ order, shopDomain }: { order: ExpressOrder; shopDomain: string }) {
  return <ShopPayButton storeDomain={`https://${shopDomain}`} {...order} />;
}
