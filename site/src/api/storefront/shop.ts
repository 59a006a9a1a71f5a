import { SHOP_COUNTRY, SHOP_INFO, SHOP_POLICIES, type ShopInfoQuery, type ShopPoliciesQuery } from "./generated.ts";
import { requireData, type StorefrontClient } from "./storefront-client.ts";

/** Name, description and address of the shop, and how it writes amounts: `${{amount}}`. */
export type ShopInfo = ShopInfoQuery["shop"];
/** The shop's policies; null stands for one that it does not have. */
export type ShopPolicies = ShopPoliciesQuery["shop"];

/** What the shop says about itself. */
export async function fetchShopInfo(client: StorefrontClient): Promise<ShopInfo> {
  return requireData(await client.send(SHOP_INFO, {})).shop;
}

/** The country, `CA`, that the shop takes buyers to be in while none is named: its prices are those for there. */
export async function fetchShopCountry(client: StorefrontClient): Promise<string> {
  return requireData(await client.send(SHOP_COUNTRY, {})).localization.country.isoCode;
}

/** Privacy policy, terms of service and refund policy of the shop. */
export async function fetchShopPolicies(client: StorefrontClient): Promise<ShopPolicies> {
  return requireData(await client.send(SHOP_POLICIES, {})).shop;
}
