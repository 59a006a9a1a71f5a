import { fetchConfig } from "../config.ts";
import { createStorefrontClient, type StorefrontClient } from "./storefront-client.ts";

/**
 * The client for this site's own store: same origin, with the token and version that the gateway names.
 *
 * @throws {Error} when the public configuration cannot be had
 */
export async function siteStorefront(): Promise<StorefrontClient> {
  const { storefront } = await fetchConfig();
  const { accessToken, apiVersion } = storefront;
  return createStorefrontClient({ domain: location.origin, storefrontAccessToken: accessToken, apiVersion });
}
