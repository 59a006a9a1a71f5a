import type { LinkedSignIn } from "@porchlight/protocol/admin.ts";

/** What `GET /config.json` tells a browser that this site needs. */
export type PublicConfig = {
  database: { url: string; anonKey: string };
  /** The Storefront endpoint on our own origin: its host, the token it takes from a browser, the version of its API. */
  storefront: { domain: string; accessToken: string; apiVersion: string };
  /** The owner's login address, and whose accounts may be linked to it. */
  admin: { email: string; linkedSignIn: LinkedSignIn };
  /** Who keeps what: our own data file or a provider. `shopDomain` is where a hosted shop's Shop Pay leads. */
  services: {
    database: "builtin" | "hosted";
    auth: "builtin" | "hosted";
    store: { hosted: boolean; shopDomain?: string };
  };
};

let known: Promise<PublicConfig> | undefined;

/**
 * Fetches the public configuration, once a visit; a failure is not kept.
 *
 * @throws {Error} when the gateway cannot be reached or refuses
 */
export function fetchConfig(): Promise<PublicConfig> {
  known ??= request();
  known.catch(() => {
    known = undefined;
  });
  return known;
}

async function request(): Promise<PublicConfig> {
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error(`/config.json was answered with ${response.status}`);
  // Our own gateway of the same release answers.
  return (await response.json()) as PublicConfig;
}
