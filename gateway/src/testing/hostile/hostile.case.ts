import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect } from "vitest";
import { anonymousKeyOf, aTestFolder, type GatewayProcess, signUp, startGateway } from "../gateway-process.ts";
import { aFullSite } from "./full-site.case.ts";
import { type HostileRequest, hostileRequests } from "./requests.case.ts";

/** Requests that are thought up at once; each batch has a seed of its own. */
const BATCH = 2_000;
/** A handful is sent at once, as a script would. */
const AT_ONCE = 8;
/** Longer than any answer with the little that this site has in it. */
const MOST_ANSWER_BYTES = 1024 * 1024;
const OWNER = { email: "owner@artist.example", password: "a porch with a light" };

/** What somebody is known by. */
type Credentials = Record<string, string>;

/**
 * Sends a gateway so many hostile requests, some of them the owner's own: no 5xx, nothing changed that is not theirs,
 * nobody signed out, and it is well afterwards.
 */
export async function bearsHostileRequests(count: number): Promise<void> {
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

  const send = async (asked: HostileRequest) => {
    const answer = await ask(gateway, asked, credentials[asked.as]);
    const text = await answer.text();
    const mistake = mistakeOf(answer, text);
    if (mistake !== undefined) failures.push({ mistake, asked, status: answer.status, text: text.slice(0, 1_000) });
  };

  for (let sent = 0, batch = 0; sent < count; sent += BATCH, batch += 1) {
    const requests = fc.sample(hostileRequests, { numRuns: Math.min(BATCH, count - sent), seed: tries().seed + batch });
    for (let start = 0; start < requests.length; start += AT_ONCE)
      await Promise.all(requests.slice(start, start + AT_ONCE).map(send));
  }

  expect(failures).toEqual([]);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  expect(await rowOfAnn(gateway, owner)).toEqual(before);
  expect((await signUp(gateway, "ANN@example.com")).status).toBe(409);
}

/** What is wrong with an answer to a request that may be anything. */
function mistakeOf({ status, headers }: Response, text: string): string | undefined {
  if (status >= 500) return "trouble of ours";
  if (/\n {4}at |node:internal|SQLITE/.test(text)) return "our insides are told";
  if (text.length > MOST_ANSWER_BYTES) return "far too long";
  if (headers.get("x-content-type-options") !== "nosniff") return "no headers of ours";
  if (!headers.has("content-security-policy")) return "no policy";
  if (headers.get("content-type")?.startsWith("application/json") && text !== "" && !isJson(text)) return "no JSON";
  return undefined;
}

/**
 * A request whose connection is closed under it is sent again. The gateway answers many requests before it has read
 * their bodies, and its server closes the connection half a second after the answer when the body has not all come by
 * then, as it does not on a busy machine. `fetch` may be sending that body still, or have put the next request on the
 * same connection. Each try takes one such connection away, and there are no more of them than are sent at once. Should
 * the process have ended, that is no such thing.
 */
async function ask({ url, child }: GatewayProcess, asked: HostileRequest, credentials: Credentials): Promise<Response> {
  const { method, target, headers, body } = asked;
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
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "Content-Type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  expect(answer.status).toBe(200);
  // Our own gateway answers.
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** As the owner sees it, who can see it for as long as nobody ended the session. */
async function rowOfAnn({ url }: GatewayProcess, headers: Credentials): Promise<unknown> {
  const answer = await fetch(`${url}/rest/v1/newsletter_subscribers?email=eq.ann@example.com`, { headers });
  expect(answer.status).toBe(200);
  const rows = await answer.json();
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
