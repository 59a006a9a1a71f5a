import type { ClientAuth, Configuration } from "openid-client";
import * as v from "valibot";
import { fetchAtMost } from "../../../../http/bounded-body.ts";

/** An OpenID provider, and this site's credentials there. */
export type OpenIdSettings = { issuer: string; clientId: string; clientSecret: string };

/** What the provider must return unchanged, and the proof that we began the visit. All are secrets of 256 bits. */
export type VisitSecrets = { state: string; nonce: string; codeVerifier: string };

/** A person's account at the provider. */
export type Account = {
  /** The issuer that the provider itself states. It may differ from the settings by a slash at the end. */
  issuer: string;
  /** Unlike an address, it never changes and never passes to another person. Source: OpenID Connect Core §5.7. */
  subject: string;
  email?: string;
  emailVerified?: boolean;
};

/** An OpenID provider. Both methods throw when it cannot be reached or its response is not valid. */
export interface OpenIdProvider {
  /** The address where the person signs in. */
  visitAddress(secrets: VisitSecrets): Promise<string>;
  /**
   * Exchanges the code that the browser brought back. Checks state, nonce, PKCE, issuer, audience, times and signature.
   */
  redeem(query: URLSearchParams, secrets: VisitSecrets): Promise<Account>;
}

/** Whether the provider is Google itself. */
export function isGoogle({ issuer }: OpenIdSettings): boolean {
  return new URL(issuer).hostname === "accounts.google.com";
}

/** Timeout of a request to the provider, in seconds. */
const TIMEOUT_SECONDS = 10;
/** Longest response of the provider, in bytes, after decompression. Metadata and keys take a few kB. */
const MAX_BODY_BYTES = 256 * 1024;
/** Age at which metadata is fetched again after a failed visit. Strangers can fail as often as they like. */
const RENEWAL_MS = 60_000;

type OpenIdClient = typeof import("openid-client");

// Nothing depends on these claims, so a claim of another type counts as missing.
const emailSchema = v.object({
  email: v.fallback(v.optional(v.string()), undefined),
  email_verified: v.fallback(v.optional(v.boolean()), undefined),
});

/**
 * Signs in at a provider by OpenID Connect: authorization code with PKCE. Its metadata is fetched at the first visit
 * and cached, so that a site can start while the provider is down.
 *
 * @param callbackUrl where the provider sends the browser back; it must be registered there
 * @param now milliseconds on a clock that never goes back
 */
export function createOpenIdProvider(
  settings: OpenIdSettings,
  callbackUrl: string,
  now = () => performance.now(),
): OpenIdProvider {
  const issuer = new URL(settings.issuer);
  let discovered: Promise<{ client: OpenIdClient; configuration: Configuration }> | undefined;
  let discoveredAt = 0;
  let hasFailed = false;

  function provider() {
    // The metadata may have been wrong for a moment, or the provider has moved its endpoints.
    if (hasFailed && now() - discoveredAt >= RENEWAL_MS) discovered = undefined;
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  async function discover() {
    hasFailed = false;
    discoveredAt = now();
    // Loaded at the first visit: few sites have a linked sign-in, and a start must not wait for it.
    const client = await import("openid-client");
    // The settings allow an address without https only for a provider on this machine.
    const isPlain = issuer.protocol === "http:";
    const auth = anyClientAuth(client, settings.clientSecret);
    const configuration = await client.discovery(issuer, settings.clientId, undefined, auth, {
      timeout: TIMEOUT_SECONDS,
      [client.customFetch]: (url, init) => fetchAtMost(MAX_BODY_BYTES)(url, init as RequestInit),
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    });
    return { client, configuration };
  }

  function fail(error: unknown): never {
    hasFailed = true;
    throw error;
  }

  const visits: OpenIdProvider = {
    async visitAddress({ state, nonce, codeVerifier }) {
      const { client, configuration } = await provider();
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl,
        scope: "openid email",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        // Without this, Google uses the account that the browser is signed in to. Some other providers reject the
        // parameter.
        ...(isGoogle(settings) && { prompt: "select_account" }),
      }).href;
    },
    async redeem(query, { state, nonce, codeVerifier }) {
      const { client, configuration } = await provider();
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${callbackUrl}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error("the provider sent no ID token");
      let emailClaims = v.parse(emailSchema, claims);
      // If the ID token has no email address, the userinfo endpoint may have it. Source: OpenID Connect Core §5.4.
      if (emailClaims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined) {
        emailClaims = v.parse(emailSchema, await client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
      }
      return {
        issuer: claims.iss,
        subject: claims.sub,
        ...(emailClaims.email !== undefined && { email: emailClaims.email }),
        ...(emailClaims.email_verified !== undefined && { emailVerified: emailClaims.email_verified }),
      };
    },
  };
  return {
    visitAddress: (secrets) => visits.visitAddress(secrets).catch(fail),
    redeem: (query, secrets) => visits.redeem(query, secrets).catch(fail),
  };
}

/** Sends the secret in the way that the provider accepts. Source: OpenID Connect Discovery §3, the default is Basic. */
function anyClientAuth({ ClientSecretBasic, ClientSecretPost }: OpenIdClient, secret: string): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    (methods.includes("client_secret_post") ? post : basic)(server, client, body, headers);
  };
}
