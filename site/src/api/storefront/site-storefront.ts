import { fetchConfig, type PublicConfig, renewConfig } from "../config.ts";
import { createStorefrontClient, isTokenRefused, type StorefrontClient } from "./storefront-client.ts";

/**
 * The client for this site's own store: same origin, with the token and version that the gateway names, and with the
 * present ones once those are refused.
 *
 * @throws {Error} when the public configuration cannot be had
 */
export async function siteStorefront(): Promise<StorefrontClient> {
  const config = await fetchConfig();
  const client = clientOf(config);
  return {
    async send(operation, variables) {
      const answer = await client.send(operation, variables);
      const present = isTokenRefused(answer.errors) && (await renewConfig(config));
      return present ? clientOf(present).send(operation, variables) : answer;
    },
  };
}

function clientOf({ storefront: { accessToken, apiVersion } }: PublicConfig): StorefrontClient {
  return createStorefrontClient({ domain: location.origin, storefrontAccessToken: accessToken, apiVersion });
}
