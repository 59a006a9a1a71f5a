import { SHOP_COUNTRY, SHOP_INFO, SHOP_POLICIES, type ShopInfoQuery, type ShopPoliciesQuery } from "./generated.ts";
import { requireData, type StorefrontClient } from "./storefront-client.ts";

/** Name, description and address of the shop, and its format of amounts: `${{amount}}`. */
type ShopInfo = ShopInfoQuery["shop"];
/** The shop's policies; a missing one is null. */
type ShopPolicies = ShopPoliciesQuery["shop"];

export async function fetchShopInfo(client: StorefrontClient): Promise<ShopInfo> {
  return requireData(await client.send(SHOP_INFO, {})).shop;
}

/** @returns the shop's default country of buyers, `CA`, for which its prices are */
export async function fetchShopCountry(client: StorefrontClient): Promise<string> {
  return requireData(await client.send(SHOP_COUNTRY, {})).localization.country.isoCode;
}

export async function fetchShopPolicies(client: StorefrontClient): Promise<ShopPolicies> {
  return requireData(await client.send(SHOP_POLICIES, {})).shop;
}
