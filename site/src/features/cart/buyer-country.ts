import { StorefrontError } from "../../api/storefront/read-answer.ts";
import { fetchShopCountry } from "../../api/storefront/shop.ts";
import { siteStorefront } from "../../api/storefront/site-storefront.ts";

/** Where buyers are taken to be when nobody says. Source: docs/product.md §9. */
const FALLBACK = "CA";

/**
 * The country that the artist's language names, "en-CA"; it is where most buyers are. Where it names none, a hosted
 * shop says for which its prices are: for another it might charge in another currency than the shop showed.
 *
 * @throws {Error} when the hosted shop cannot be reached
 */
export async function fetchBuyerCountry(isHosted: boolean): Promise<string> {
  const region = /-([A-Z]{2})$/.exec(document.documentElement.lang)?.[1];
  if (region) return region;
  if (!isHosted) return FALLBACK;
  try {
    return await fetchShopCountry(await siteStorefront());
  } catch (error) {
    // It answers, so it sells, and tells the checkout's price at the checkout.
    if (error instanceof StorefrontError) return FALLBACK;
    throw error;
  }
}
