import { fetchShopCountry } from "../../api/storefront/shop.ts";
import { siteStorefront } from "../../api/storefront/site-storefront.ts";
import { StorefrontError } from "../../api/storefront/storefront-client.ts";

/** Default country of buyers. Source: docs/product.md §9. */
const FALLBACK = "CA";

/**
 * Chooses the buyer's country. It is the country of the site's language, such as CA for "en-CA", because most buyers
 * live there. If the language has no country, it is the hosted shop's country, because for another country the shop
 * might charge another currency than it shows. For this site's own shop it is the country where most people speak the
 * language, as far as there is one: NO for "nb".
 *
 * @throws {Error} when the hosted shop cannot be reached
 */
export async function fetchBuyerCountry(isHosted: boolean): Promise<string> {
  const region = /-([A-Z]{2})$/.exec(document.documentElement.lang)?.[1];
  if (region) return region;
  if (!isHosted) return likelyCountry() ?? FALLBACK;
  try {
    return await fetchShopCountry(await siteStorefront());
  } catch (error) {
    // The shop responds, so it can sell. Its checkout shows the price.
    if (error instanceof StorefrontError) return FALLBACK;
    throw error;
  }
}

/** Undefined for English: most of its readers live in many countries. */
function likelyCountry(): string | undefined {
  const { lang } = document.documentElement;
  return lang === "" || lang === "en" ? undefined : new Intl.Locale(lang).maximize().region;
}
