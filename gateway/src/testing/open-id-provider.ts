import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type Adapter, type AdapterPayload } from "oidc-provider";

/** A local OpenID provider. Every account exists and needs no password. */
export type TestOpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  stop: () => Promise<void>;
};

/** An account whose claims have other types than the standard requires. */
export const LAX_ACCOUNT = "lax";

/** A person's choices at the provider. */
export type ProviderChoices = {
  /** The account's name. If it contains an @, it is also the account's email. */
  account?: string;
  /** Whether the person allows the site to use the account. */
  allow?: boolean;
};

const CLIENT = { clientId: "porchlight", clientSecret: "a secret between two machines" };

/**
 * Starts a provider in memory. Its one page asks for an account and has the buttons Allow and Refuse.
 *
 * @param redirectUri the address to which it may send browsers back: `{site}/auth/v1/callback`
 */
export async function startOpenIdProvider(redirectUri: string, port?: number): Promise<TestOpenIdProvider> {
  port ??= await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] }],
    adapter: MemoryAdapter,
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "test" }] },
    cookies: { keys: ["cookies of a test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...createClaims(id) }) }),
  });
  const callback = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/interaction/")) return callback(request, response);
    interact(provider, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    ...CLIENT,
    issuer,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function createClaims(id: string): { email: string | null; email_verified: unknown } {
  // Amazon Cognito and Apple send the flag as text, and some providers send null for a missing address.
  if (id === LAX_ACCOUNT) return { email: null, email_verified: "true" };
  return { email: id.includes("@") ? id : `${id}@mail.example`, email_verified: true };
}

/** The provider's storage in memory. The adapter of the library itself would print a warning. */
class MemoryAdapter implements Adapter {
  readonly #payloads = new Map<string, AdapterPayload>();

  async upsert(id: string, payload: AdapterPayload) {
    this.#payloads.set(id, payload);
  }
  async find(id: string) {
    return this.#payloads.get(id);
  }
  async findByUid(uid: string) {
    return [...this.#payloads.values()].find((payload) => payload.uid === uid);
  }
  async findByUserCode() {
    return undefined;
  }
  async consume(id: string) {
    const payload = this.#payloads.get(id);
    if (payload) payload.consumed = true;
  }
  async destroy(id: string) {
    this.#payloads.delete(id);
  }
  async revokeByGrantId(grantId: string) {
    for (const [id, payload] of this.#payloads) if (payload.grantId === grantId) this.#payloads.delete(id);
  }
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "GET") {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(PAGE);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const { params } = await provider.interactionDetails(request, response);
  if (form.get("answer") !== "allow") {
    const result = { error: "access_denied", error_description: "The person refused" };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    return;
  }
  const accountId = form.get("account") ?? "";
  const grant = new provider.Grant({ accountId, clientId: CLIENT.clientId });
  grant.addOIDCScope(String(params.scope));
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId }, consent });
}

const PAGE = `<!doctype html><html lang="en"><title>A provider for tests</title>
<form method="post"><label>Account <input name="account" value="harbour"></label>
<button name="answer" value="allow">Allow</button> <button name="answer" value="refuse">Refuse</button></form></html>`;

/**
 * Follows the provider's pages as a browser does. Starts at the address that the site returned.
 *
 * @returns the address at the site to which the provider sends the browser back
 */
export async function visitProvider(address: string, { account = "harbour", allow = true }: ProviderChoices = {}) {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let next = new URL(address);
  let form: URLSearchParams | undefined;
  while (next.origin === origin) {
    const response: Response = await fetch(next, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { method: "POST", body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location !== null) {
      next = new URL(location, next);
      form = undefined;
    } else if (response.status === 200 && form === undefined) {
      form = new URLSearchParams({ account, answer: allow ? "allow" : "refuse" });
    } else {
      throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    }
  }
  return next;
}
