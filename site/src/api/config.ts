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

/** Longest that an answer may take, in milliseconds. */
const TIMEOUT_MS = 20_000;

let known: Promise<PublicConfig> | undefined;

/**
 * Fetches the public configuration, once a visit unless a key is refused; a failure is not kept.
 *
 * @throws {Error} when the gateway cannot be reached, refuses or is too slow
 */
export function fetchConfig(): Promise<PublicConfig> {
  return knownOr("default");
}

/**
 * Asks for it anew after a key of it was refused: the keys are others once a provider was plugged in or out.
 *
 * @returns what it is by now, or nothing where it is what it was. Throws as {@link fetchConfig} does
 */
export async function renewConfig(refused: PublicConfig): Promise<PublicConfig | undefined> {
  // Whoever was refused before has asked already.
  if ((await known) === refused) known = undefined;
  const present = await knownOr("no-store");
  return JSON.stringify(present) === JSON.stringify(refused) ? undefined : present;
}

/** Sends what needs a key, and once more where its key was refused and is another by now. Throws as `send` does. */
export async function sendWithConfig(send: (config: PublicConfig) => Promise<Response>): Promise<Response> {
  const config = await fetchConfig();
  const response = await send(config);
  const present = response.status === 401 && (await renewConfig(config));
  return present ? send(present) : response;
}

function knownOr(cache: RequestCache): Promise<PublicConfig> {
  known ??= requestConfig(cache);
  known.catch(() => {
    known = undefined;
  });
  return known;
}

/** Fetches it anew, for whoever asks whether the gateway answers. Throws as {@link fetchConfig} does. */
export async function requestConfig(cache: RequestCache = "default"): Promise<PublicConfig> {
  const response = await fetch("/config.json", { cache, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`/config.json was answered with ${response.status}`);
  // Our own gateway of the same release answers.
  return (await response.json()) as PublicConfig;
}
