import { setTimeout } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { createCircuit } from "./circuit.ts";
import { ProviderError } from "./provider-error.ts";
import { retryAfterSeconds, USUAL_REST_S } from "./retry-after.ts";

/** One request to a provider. */
export type ProviderRequest = {
  method: string;
  /** Path below the provider's address, with the query if there is one: `/rest/v1/newsletter_subscribers?select=id`. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Whether asking twice does no more than asking once; else it is never asked again. GET and HEAD are safe anyway. */
  isSafe?: boolean;
};

/** A provider that is asked over HTTP, with patience and no more of it than a visitor has. */
export interface Provider {
  /** Its name for logs and for the owner: `Supabase`. */
  readonly name: string;
  /** Its address, without a slash at its end. */
  readonly url: string;
  /**
   * Puts one request. Every answer that the provider itself gave is handed over, refusals and redirects too, its body
   * unread: read it or cancel it.
   *
   * @throws {ProviderError} when it could not be reached, took too long, is out of order or is left alone for a while
   */
  ask(request: ProviderRequest): Promise<Response>;
  /** Ends what is under way, as before the program ends. */
  stop(): void;
}

/** What a provider needs. Everything after `log` is for tests to put something else in. */
export type ProviderOptions = {
  name: string;
  url: string;
  log: Pick<Logger, "warn" | "info">;
  fetch?: typeof globalThis.fetch;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
  /** A signal that fires after so many milliseconds. */
  timeout?: (ms: number) => AbortSignal;
  /** Settles after so many milliseconds. */
  wait?: (ms: number) => Promise<unknown>;
};

/** How long an answer may be waited for, its body included, in milliseconds. A browser gives up later. */
const TIMEOUT_MS = 15_000;
/** Pause before a safe request is put once more, in milliseconds. */
const RETRY_AFTER_MS = 250;
/**
 * Statuses by which what stands before a provider says that it is not well. Source: RFC 9110 §15.6, Cloudflare's 52x,
 * and 540 and 544 of supabase.com, "HTTP status codes": a project that is paused, or whose gateway waited in vain.
 */
const UNWELL = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530, 540, 544]);
/** From here on no provider's own interface answers: such statuses are its surroundings' alone. */
const NOT_ITS_OWN = 520;

/** A provider with a circuit breaker of its own, for this process. */
export function createProvider(options: ProviderOptions): Provider {
  const { name, url, log, fetch = globalThis.fetch, now = () => performance.now() } = options;
  const { timeout = AbortSignal.timeout, wait = (ms: number) => setTimeout(ms, undefined, { ref: false }) } = options;
  const stopping = new AbortController();
  const circuit = createCircuit({
    now,
    onChange(state) {
      if (state === "open") log.warn({ provider: name }, "a provider does not answer and is left alone for a while");
      else log.info({ provider: name }, "a provider answers again");
    },
  });

  async function attempt({ method, path, headers, body }: ProviderRequest): Promise<Response> {
    const late = timeout(TIMEOUT_MS);
    try {
      return await fetch(`${url}${path}`, {
        method,
        headers,
        ...(body !== undefined && body !== "" && { body }),
        // Where a redirect leads is for the browser to decide: a key must not follow it.
        redirect: "manual",
        signal: AbortSignal.any([late, stopping.signal]),
      });
    } catch (cause) {
      if (late.aborted) throw new ProviderError("slow", `${name} took too long.`, USUAL_REST_S, { cause });
      throw new ProviderError("unreachable", `${name} could not be reached.`, USUAL_REST_S, { cause });
    }
  }

  /** What it answered, or why there is no answer. */
  async function responseOrError(request: ProviderRequest): Promise<Response | ProviderError> {
    try {
      return await attempt(request);
    } catch (error) {
      if (error instanceof ProviderError) return error;
      throw error;
    }
  }

  /** What is handed over of an answer: all but the page of whatever stands before a provider that is not well. */
  async function handedOver(answer: Response): Promise<Response> {
    if (isWell(answer)) {
      circuit.succeed();
      return answer;
    }
    circuit.fail();
    // In words of its own: its client knows what to do with them.
    if (answer.status < NOT_ITS_OWN && answer.headers.get("Content-Type")?.includes("json")) return answer;
    await answer.body?.cancel();
    const seconds = retryAfterSeconds(answer.headers) ?? USUAL_REST_S;
    throw new ProviderError("unwell", `${name} answered ${answer.status}.`, seconds);
  }

  return {
    name,
    url,
    async ask(request) {
      const passage = circuit.enter();
      if (!passage.ok) {
        throw new ProviderError("resting", `${name} does not answer just now.`, passage.retryAfterSeconds);
      }
      let outcome = await responseOrError(request);
      if (mayPass(outcome) && mayRepeat(request)) {
        if (!(outcome instanceof ProviderError)) await outcome.body?.cancel();
        await wait(RETRY_AFTER_MS);
        outcome = await responseOrError(request);
      }
      // Not by being a Response: Hono's server puts a class of its own into that name's place.
      if (!(outcome instanceof ProviderError)) return handedOver(outcome);
      if (!stopping.signal.aborted) circuit.fail();
      throw outcome;
    },
    stop: () => stopping.abort(),
  };
}

function isWell({ status }: Response): boolean {
  return !UNWELL.has(status);
}

/** Whether a moment later it may be better. One that is slow is not asked again: somebody is waiting. */
function mayPass(outcome: Response | ProviderError): boolean {
  return outcome instanceof ProviderError ? outcome.failure === "unreachable" : !isWell(outcome);
}

function mayRepeat({ method, isSafe }: ProviderRequest): boolean {
  return isSafe ?? (method === "GET" || method === "HEAD");
}
