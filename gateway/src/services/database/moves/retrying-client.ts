import { setTimeout } from "node:timers/promises";
import * as v from "valibot";
import { readAtMost } from "../../../http/bounded-body.ts";
import type { Provider, ProviderRequest } from "../../../lib/provider/provider.ts";
import { ProviderError } from "../../../lib/provider/provider-error.ts";
import { retryAfterSeconds } from "../../../lib/provider/retry-after.ts";
import { jsonOf } from "../../shared/parse-request.ts";
import { MoveError } from "./list-end.ts";

/** An error response in the format of PostgREST. */
export type ErrorResult = { ok: false; status: number; code: string | undefined; message: string };

/** The result of a request. `json` is undefined when the body was empty or not JSON. */
export type RequestResult = { ok: true; json: unknown } | ErrorResult;

/** Sends a request to the remote list. @throws {MoveError} if no attempt gets a response */
export type SendRequest = (request: {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}) => Promise<RequestResult>;

/** How often to try one request. */
const TRIES = 8;
/** Longest pause between two tries, in seconds. */
const PAUSE_MAX_S = 120;
/** First pause when the response has no `Retry-After`, in seconds. Each further pause is twice as long. */
const PAUSE_S = 1;
/** Longest response, in bytes. A thousand rows with the longest fields take about three million. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Statuses after which to try again. Source: RFC 6585 §4, RFC 9110 §15.6.4. */
const RETRY_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

const errorSchema = v.object({ code: v.optional(v.nullable(v.string())), message: v.string() });

/**
 * Sends requests with the service key, and retries them after temporary errors. Every request of a move is safe to
 * repeat.
 *
 * @param options.onWait called before each pause
 * @param options.wait resolves after this many seconds; tests replace it
 */
export function createRetryingClient(
  provider: Provider,
  options: {
    serviceKey: string;
    onWait: (seconds: number, why: string) => void;
    wait?: (seconds: number) => Promise<unknown>;
  },
): SendRequest {
  const { serviceKey, onWait, wait = (seconds) => setTimeout(seconds * 1_000) } = options;
  const credentials = { apikey: serviceKey, Authorization: `Bearer ${serviceKey}` };

  async function once(
    request: ProviderRequest,
  ): Promise<RequestResult | { retryAfter: number | undefined; why: string }> {
    const given = await readResponse(request);
    if (given instanceof ProviderError) return { retryAfter: given.retryAfterSeconds, why: given.message };
    const { response, text } = given;
    if (text === undefined) return { retryAfter: undefined, why: `${provider.name} broke off its response.` };
    const json = jsonOf(text);
    if (response.ok) return { ok: true, json };
    const parsed = v.safeParse(errorSchema, json);
    const { code, message } = parsed.success ? parsed.output : { code: undefined, message: "it gave no reason" };
    if (RETRY_STATUSES.has(response.status)) return { retryAfter: retryAfterSeconds(response.headers), why: message };
    return { ok: false, status: response.status, code: code ?? undefined, message };
  }

  async function readResponse(request: ProviderRequest) {
    try {
      const response = await provider.ask(request);
      // Reading the body fails only when the connection is lost, or when the body is too long.
      const text = await readAtMost(response, MAX_BODY_BYTES).then(String, () => undefined);
      return { response, text };
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
      const { retryAfter = PAUSE_S * 2 ** (tries - 1), why } = result;
      if (tries === TRIES) throw new MoveError(`${provider.name} does not answer (${why}).`);
      const seconds = Math.min(Math.max(retryAfter, 1), PAUSE_MAX_S);
      onWait(seconds, why);
      await wait(seconds);
    }
  };
}
