import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect } from "vitest";
import { anonymousKeyOf, aTestFolder, type GatewayProcess, signUp, startGateway } from "../gateway-process.ts";
import { aFullSite } from "./full-site.case.ts";
import { type HostileRequest, hostileRequests } from "./requests.case.ts";

/** How many requests are generated together. Each batch has its own seed. */
const BATCH = 2_000;
/** Number of concurrent requests. */
const AT_ONCE = 8;
/** Maximum length of a response of this small site. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
const OWNER = { email: "owner@artist.example", password: "a porch with a light" };

type Credentials = Record<string, string>;

/**
 * Sends hostile requests to a gateway, some with the owner's token. Expects no 5xx and an unchanged row of another
 * person. Afterwards the owner must still be signed in, and the gateway healthy.
 */
export async function surviveHostileRequests(count: number): Promise<void> {
  const gateway = await startGateway({
    dataDir: aTestFolder(),
    contentDir: await aFullSite(),
    settings: { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password },
  });
  expect((await signUp(gateway, "ann@example.com")).status).toBe(201);
  const key = await anonymousKeyOf(gateway);
  const owner = { apikey: key, Authorization: `Bearer ${await signIn(gateway, key)}` };
  const credentials = { nobody: {}, visitor: { apikey: key, Authorization: `Bearer ${key}` }, owner };
  const before = await rowOfAnn(gateway, owner);
  const failures: unknown[] = [];

  const check = async (request: HostileRequest) => {
    const response = await send(gateway, request, credentials[request.as]);
    const text = await response.text();
    const mistake = findMistake(response, text);
    if (mistake !== undefined) failures.push({ mistake, request, status: response.status, text: text.slice(0, 1_000) });
  };

  for (let sent = 0, batch = 0; sent < count; sent += BATCH, batch += 1) {
    const requests = fc.sample(hostileRequests, { numRuns: Math.min(BATCH, count - sent), seed: tries().seed + batch });
    for (let start = 0; start < requests.length; start += AT_ONCE)
      await Promise.all(requests.slice(start, start + AT_ONCE).map(check));
  }

  expect(failures).toEqual([]);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  expect(await rowOfAnn(gateway, owner)).toEqual(before);
  expect((await signUp(gateway, "ANN@example.com")).status).toBe(409);
}

/** Finds something that no response may have, whatever the request was. */
function findMistake({ status, headers }: Response, text: string): string | undefined {
  if (status >= 500) return "server error";
  if (/\n {4}at |node:internal|SQLITE/.test(text)) return "internals in the body";
  if (text.length > MAX_RESPONSE_BYTES) return "too long";
  if (headers.get("x-content-type-options") !== "nosniff") return "no security headers";
  if (!headers.has("content-security-policy")) return "no content security policy";
  if (headers.get("content-type")?.startsWith("application/json") && text !== "" && !isJson(text))
    return "invalid JSON";
  return undefined;
}

/**
 * Sends a request, and sends it again if its connection closes. The gateway answers many requests before it has read
 * their bodies. If a body is still incomplete after half a second, as on a busy machine, the gateway closes the
 * connection. `fetch` may still be sending that body, or may have used the connection for the next request. Each retry
 * removes one such connection, and there are at most {@link AT_ONCE} of them. An ended process fails the test.
 */
async function send(
  { url, child }: GatewayProcess,
  request: HostileRequest,
  credentials: Credentials,
): Promise<Response> {
  const { method, target, headers, body } = request;
  for (let tries = 0; ; tries += 1) {
    try {
      return await fetch(url + target, {
        method,
        headers: { ...headers, ...credentials },
        redirect: "manual",
        ...(body !== undefined && { body }),
      });
    } catch (error) {
      if (!isClosedConnection(error) || tries === AT_ONCE)
        throw new Error(`${method} ${target} could not be sent`, { cause: error });
      expect([child.exitCode, child.signalCode], `after ${method} ${target}`).toEqual([null, null]);
    }
  }
}

function isClosedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(code);
}

async function signIn({ url }: GatewayProcess, apikey: string): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "Content-Type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  expect(response.status).toBe(200);
  // The response of our own gateway has this shape.
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Reads Ann's row as the owner, which also shows that the owner's session still works. */
async function rowOfAnn({ url }: GatewayProcess, headers: Credentials): Promise<unknown> {
  const response = await fetch(`${url}/rest/v1/newsletter_subscribers?email=eq.ann@example.com`, { headers });
  expect(response.status).toBe(200);
  const rows = await response.json();
  expect(rows).toMatchObject([{ email: "ann@example.com" }]);
  return rows;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
