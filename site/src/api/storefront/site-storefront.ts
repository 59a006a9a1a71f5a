import { fetchConfig, type PublicConfig, renewConfig } from "../config.ts";
import { createStorefrontClient, isTokenRejected, type StorefrontClient } from "./storefront-client.ts";

/**
 * Opens the client for this site's own store, with the token and version of the public configuration. If the store
 * rejects the token, the client fetches the configuration again.
 *
 * @throws {Error} when the public configuration cannot be fetched
 */
export async function siteStorefront(): Promise<StorefrontClient> {
  const config = await fetchConfig();
  const client = toClient(config);
  return {
    async send(operation, variables) {
      const response = await client.send(operation, variables);
      const renewed = isTokenRejected(response.errors) && (await renewConfig(config));
      return renewed ? toClient(renewed).send(operation, variables) : response;
    },
  };
}

function toClient({ storefront: { accessToken, apiVersion } }: PublicConfig): StorefrontClient {
  return createStorefrontClient({ domain: location.origin, storefrontAccessToken: accessToken, apiVersion });
}
