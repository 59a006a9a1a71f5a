import { setTimeout } from "node:timers/promises";
import * as v from "valibot";
import type { Provider, ProviderRequest } from "../../../lib/provider/provider.ts";
import { ProviderError } from "../../../lib/provider/provider-error.ts";
import { retryAfterSeconds } from "../../../lib/provider/retry-after.ts";
import { jsonOf } from "../../shared/parse-request.ts";
import { MoveError } from "./move-error.ts";

/** An error in PostgREST's form. */
export type Refused = { ok: false; status: number; code: string | undefined; message: string };

/** An answer. `json` is undefined when there was no body, or none in JSON. */
export type Answered = { ok: true; json: unknown } | Refused;

/** Asks the list elsewhere. @throws {MoveError} when it gave no answer, however long that was waited for */
export type Ask = (request: {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}) => Promise<Answered>;

/** How often in a row one request is put. */
const TRIES = 8;
/** Longest pause that is waited for at once, in seconds. */
const PAUSE_MAX_S = 120;
/** First pause after an answer that says nothing of when to come back, in seconds; twice as long each time. */
const PAUSE_S = 1;
/** Responses that ask the client to wait. Source: RFC 6585 §4, RFC 9110 §15.6.4. */
const LATER = new Set([408, 429, 500, 502, 503, 504]);

const refusalSchema = v.object({ code: v.optional(v.nullable(v.string())), message: v.string() });

/**
 * Asks with the key of the role service, and waits where the provider asks it to wait. What a move asks may be asked
 * twice: it does no more than once.
 *
 * @param options.onWait told before each pause
 * @param options.wait settles after so many seconds; for tests to put something else in
 */
export function createRetryingClient(
  provider: Provider,
  options: {
    serviceKey: string;
    onWait: (seconds: number, why: string) => void;
    wait?: (seconds: number) => Promise<unknown>;
  },
): Ask {
  const { serviceKey, onWait, wait = (seconds) => setTimeout(seconds * 1_000) } = options;
  const credentials = { apikey: serviceKey, Authorization: `Bearer ${serviceKey}` };

  async function once(request: ProviderRequest): Promise<Answered | { later: number | undefined; why: string }> {
    const given = await responseOrError(request);
    if (given instanceof ProviderError) return { later: given.retryAfterSeconds, why: given.message };
    const { answer, text } = given;
    if (text === undefined) return { later: undefined, why: `${provider.name} broke its answer off.` };
    const json = jsonOf(text);
    if (answer.ok) return { ok: true, json };
    const said = v.safeParse(refusalSchema, json);
    const { code, message } = said.success ? said.output : { code: undefined, message: "it gave no reason" };
    if (LATER.has(answer.status)) return { later: retryAfterSeconds(answer.headers), why: message };
    return { ok: false, status: answer.status, code: code ?? undefined, message };
  }

  async function responseOrError(request: ProviderRequest) {
    try {
      const answer = await provider.ask(request);
      // Whatever goes wrong here is a connection that broke off.
      return { answer, text: await answer.text().catch(() => undefined) };
    } catch (error) {
      if (error instanceof ProviderError) return error;
      throw error;
    }
  }

  return async ({ method, path, headers = {}, body }) => {
    const request: ProviderRequest = {
      method,
      path,
      headers: { ...credentials, ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
      ...(body !== undefined && { body }),
      isSafe: true,
    };
    for (let tries = 1; ; tries += 1) {
      const result = await once(request);
      if ("ok" in result) return result;
      const { later = PAUSE_S * 2 ** (tries - 1), why } = result;
      if (tries === TRIES) throw new MoveError(`${provider.name} does not answer (${why}).`);
      const seconds = Math.min(Math.max(later, 1), PAUSE_MAX_S);
      onWait(seconds, why);
      await wait(seconds);
    }
  };
}
