import { SHOP_COUNTRY, SHOP_INFO, SHOP_POLICIES } from "./generated.ts";
import { requireData, type StorefrontClient } from "./storefront-client.ts";

/** Fetches name, description and address of the shop, and its format of amounts: `${{amount}}`. */
export async function fetchShopInfo(client: StorefrontClient) {
  return requireData(await client.send(SHOP_INFO, {})).shop;
}

/** @returns the code of the country whose buyers are the shop's default, such as `CA` */
export async function fetchShopCountry(client: StorefrontClient): Promise<string> {
  return requireData(await client.send(SHOP_COUNTRY, {})).localization.country.isoCode;
}

/** Fetches the shop's policies. A missing policy is null. */
export async function fetchShopPolicies(client: StorefrontClient) {
  return requireData(await client.send(SHOP_POLICIES, {})).shop;
}
