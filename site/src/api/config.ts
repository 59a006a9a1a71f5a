import type { LinkedSignIn } from "@porchlight/protocol/admin.ts";

/** The part of `GET /config.json` that the site uses. */
export type PublicConfig = {
  database: { url: string; anonKey: string };
  storefront: { domain: string; accessToken: string; apiVersion: string };
  /** The owner's email for signing in, and the accounts that may be linked. */
  admin: { email: string; linkedSignIn: LinkedSignIn };
  /** Which services are built in. `shopDomain` is the hosted shop's domain for Shop Pay. */
  services: {
    database: "builtin" | "hosted";
    auth: "builtin" | "hosted";
    store: { hosted: boolean; shopDomain?: string };
  };
};

/** Timeout of a request, in milliseconds. */
const TIMEOUT_MS = 20_000;

let cached: Promise<PublicConfig> | undefined;

/**
 * Fetches the public configuration. A result is cached until the gateway rejects a key.
 *
 * @throws {Error} when the gateway cannot be reached or responds with an error
 */
export function fetchConfig(): Promise<PublicConfig> {
  return fetchCached("default");
}

/**
 * Fetches the configuration again after the gateway rejected one of its keys, because keys change with the providers.
 *
 * @returns undefined if it has not changed; throws as {@link fetchConfig} does
 */
export async function renewConfig(rejected: PublicConfig): Promise<PublicConfig | undefined> {
  // Another request may have fetched it already.
  if ((await cached) === rejected) cached = undefined;
  const present = await fetchCached("no-store");
  return JSON.stringify(present) === JSON.stringify(rejected) ? undefined : present;
}

/** Sends a request with a key. If the key is rejected and has changed, sends it again. Throws as `send` does. */
export async function sendWithConfig(send: (config: PublicConfig) => Promise<Response>): Promise<Response> {
  const config = await fetchConfig();
  const response = await send(config);
  const present = response.status === 401 && (await renewConfig(config));
  return present ? send(present) : response;
}

function fetchCached(cache: RequestCache): Promise<PublicConfig> {
  cached ??= requestConfig(cache);
  cached.catch(() => {
    cached = undefined;
  });
  return cached;
}

/** Fetches the configuration, even if it is cached. Throws as {@link fetchConfig} does. */
export async function requestConfig(cache: RequestCache = "default"): Promise<PublicConfig> {
  const response = await fetch("/config.json", { cache, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`/config.json responded with status ${response.status}`);
  // The cast holds: the gateway is from the same release.
  return (await response.json()) as PublicConfig;
}
