/** A Supabase project, shared by the hosted services. */
import { createHash, createHmac } from "node:crypto";
import { readAtMost } from "../../http/bounded-body.ts";
import type { Provider } from "../../lib/provider/provider.ts";
import { ProviderError } from "../../lib/provider/provider-error.ts";
import { bearerToken } from "./caller.ts";

/** A project, its own public key, and the key that browsers use for it. */
export type HostedProject = {
  provider: Provider;
  /** The project's own public key, which no browser sees. */
  providerKey: string;
  /** The key that browsers carry instead: a JWT with the role `anon`. */
  anonymousKey: string;
};

/** Creates a project at a provider. Gateways with the same settings give their browsers the same key. */
export function createHostedProject(provider: Provider, providerKey: string): HostedProject {
  return { provider, providerKey, anonymousKey: anonymousKeyFor(provider.url, providerKey) };
}

/** Credentials of a request, with the project's keys. A person's own token is passed on unchanged. */
export function keysFor(
  { providerKey, anonymousKey }: Omit<HostedProject, "provider">,
  authorization: string | undefined,
): Record<string, string> {
  const token = bearerToken(authorization);
  if (token === undefined) return { apikey: providerKey };
  return { apikey: providerKey, authorization: `Bearer ${token === anonymousKey ? providerKey : token}` };
}

/**
 * The error for a response that does not match the provider's interface. It has no cause: a cause would quote the
 * response, which may hold a fan's address or a token.
 */
export function unexpectedResponse(provider: Provider): ProviderError {
  return new ProviderError("unwell", `${provider.name} sent an invalid response.`, 5);
}

/**
 * Reads the body of a response as text.
 *
 * @throws {ProviderError} when it is longer than `mostBytes` or incomplete
 */
export async function readBody(provider: Provider, answer: Response, mostBytes: number): Promise<string> {
  try {
    return (await readAtMost(answer, mostBytes)).toString();
  } catch {
    throw unexpectedResponse(provider);
  }
}

/**
 * Parses the body of a response as JSON, not validated yet.
 *
 * @throws {ProviderError} when it is longer than `mostBytes`, incomplete or not JSON
 */
export async function readJsonBody(provider: Provider, answer: Response, mostBytes: number): Promise<unknown> {
  const body = await readBody(provider, answer, mostBytes);
  try {
    return JSON.parse(body);
  } catch {
    throw unexpectedResponse(provider);
  }
}

/** The provider rejected the key from the settings. The client did nothing wrong. */
export function keyRejected(provider: Provider): ProviderError {
  return new ProviderError("unwell", `${provider.name} does not accept its key from the settings.`, 30);
}

/** The error code of a body, if there is one. */
export function codeOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  // Supabase Auth has it in `error_code` for clients without the newer version header.
  const words = ["code" in body ? body.code : undefined, "error_code" in body ? body.error_code : undefined];
  return words.find((word) => typeof word === "string");
}

/**
 * Derived only from the settings, so that nothing is stored and all gateways have the same key. The key that signs it
 * is a keyed hash of the project's key, so that neither key reveals the other.
 */
function anonymousKeyFor(url: string, providerKey: string): string {
  const secret = createHmac("sha256", providerKey).update(`anonymous key of the gateways before ${url}`).digest();
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  // The id names the project, so that keys of earlier settings can be recognised.
  const project = createHash("sha256").update(url).digest("hex").slice(0, 16);
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part({ iss: "porchlight", ref: project, role: "anon" })}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
