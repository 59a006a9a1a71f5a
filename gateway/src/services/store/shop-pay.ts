import type { PolicySources } from "../../http/security-headers.ts";

/**
 * Sources that the Shop Pay button loads, frames or connects to after a visitor has clicked it.
 * Source: shopify.dev, Hydrogen, ShopPayButton.
 *
 * @param shopDomain domain of the hosted shop that Shop Pay belongs to
 */
export function shopPaySources(shopDomain: string): PolicySources {
  return {
    "script-src": ["https://cdn.shopify.com"],
    "connect-src": ["https://shop.app", `https://${shopDomain}`],
    "frame-src": ["https://shop.app"],
    "img-src": ["https://cdn.shopify.com"],
  };
}
