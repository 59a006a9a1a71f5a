import type { ClientAuth, Configuration } from "openid-client";
import * as v from "valibot";

/** An OpenID provider that knows the owner, and what it knows this site by. */
export type OpenIdSettings = { issuer: string; clientId: string; clientSecret: string };

/** What the provider must give back unchanged, and what proves that we began. All three are secrets of 256 bits. */
export type VisitSecrets = { state: string; nonce: string; codeVerifier: string };

/** A person as the provider knows them. */
export type Account = {
  /** As the provider calls itself, whatever the settings have at its end. */
  issuer: string;
  /** Never changes and never passes to another person, unlike an address. Source: OpenID Connect Core §5.7. */
  subject: string;
  email?: string;
  emailVerified?: boolean;
};

/** An OpenID provider. Both methods throw when it cannot be reached or says what it should not. */
export interface OpenIdProvider {
  /** Where to send a browser, so that the person says who they are. */
  visitAddress(secrets: VisitSecrets): Promise<string>;
  /** Redeems what the browser brought back: state, nonce, PKCE, issuer, audience, times and signature must all fit. */
  redeem(query: URLSearchParams, secrets: VisitSecrets): Promise<Account>;
}

/** Whether the provider is Google itself. */
export function isGoogle({ issuer }: OpenIdSettings): boolean {
  return new URL(issuer).hostname === "accounts.google.com";
}

/** How long the provider may take for each answer, in seconds. */
const TIMEOUT_SECONDS = 10;

type OpenIdClient = typeof import("openid-client");

// Neither decides about anything, so that what some providers write in another type is as good as not there.
const emailSchema = v.object({
  email: v.fallback(v.optional(v.string()), undefined),
  email_verified: v.fallback(v.optional(v.boolean()), undefined),
});

/**
 * Speaks to a provider by OpenID Connect: authorization code with PKCE. Its metadata is fetched at the first visit and
 * kept, so that a site starts while the provider is down.
 *
 * @param callbackUrl where the provider sends the browser back to; it has to know this address
 */
export function createOpenIdProvider(settings: OpenIdSettings, callbackUrl: string): OpenIdProvider {
  const issuer = new URL(settings.issuer);
  let known: Promise<{ client: OpenIdClient; configuration: Configuration }> | undefined;

  function provider() {
    known ??= discover().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  async function discover() {
    // Loaded for the first visit: few sites have a linked sign-in, and no start should wait for it.
    const client = await import("openid-client");
    // Settings take an address without https only for a provider on this machine.
    const isPlain = issuer.protocol === "http:";
    const auth = anyClientAuth(client, settings.clientSecret);
    const configuration = await client.discovery(issuer, settings.clientId, undefined, auth, {
      timeout: TIMEOUT_SECONDS,
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    });
    return { client, configuration };
  }

  return {
    async visitAddress({ state, nonce, codeVerifier }) {
      const { client, configuration } = await provider();
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl,
        scope: "openid email",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        // Google else takes the account that the browser happens to be signed in with; some others refuse the word.
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
      let said = v.parse(emailSchema, claims);
      // Where the ID token holds no address, the provider tells it here. Source: OpenID Connect Core §5.4.
      if (said.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined) {
        said = v.parse(emailSchema, await client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
      }
      return {
        issuer: claims.iss,
        subject: claims.sub,
        ...(said.email !== undefined && { email: said.email }),
        ...(said.email_verified !== undefined && { emailVerified: said.email_verified }),
      };
    },
  };
}

/** Sends the secret in the way that the provider takes. Source: OpenID Connect Discovery §3, the default is Basic. */
function anyClientAuth({ ClientSecretBasic, ClientSecretPost }: OpenIdClient, secret: string): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    (ways.includes("client_secret_post") ? post : basic)(server, client, body, headers);
  };
}
