import { setTimeout } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { createCircuit } from "./circuit.ts";
import { ProviderError } from "./provider-error.ts";
import { DEFAULT_RETRY_S, retryAfterSeconds } from "./retry-after.ts";

/** One request to a provider. */
export type ProviderRequest = {
  method: string;
  /** Path below the provider's address, with the query if there is one: `/rest/v1/newsletter_subscribers?select=id`. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Whether the request may be sent twice, because the second one changes nothing. GET and HEAD always may. */
  isSafe?: boolean;
};

/** A provider behind HTTP, with a timeout, one retry and a circuit breaker. */
export interface Provider {
  /** Its name for logs and for the owner: `Supabase`. */
  readonly name: string;
  /** Its address, without a slash at the end. */
  readonly url: string;
  /**
   * Sends one request. Returns every response of the provider itself, including errors and redirects. The body is
   * unread: the caller has to read it or cancel it.
   *
   * @throws {ProviderError} when the provider is unreachable, slow or failing, or while the circuit is open
   */
  ask(request: ProviderRequest): Promise<Response>;
  /** Cancels open requests. Call this before the program ends. */
  stop(): void;
}

/** What a provider needs. Tests replace the options after `log`. */
export type ProviderOptions = {
  name: string;
  url: string;
  log: Pick<Logger, "warn" | "info">;
  fetch?: typeof globalThis.fetch;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
  /** Makes a signal that fires after `ms`. */
  timeout?: (ms: number) => AbortSignal;
  /** Resolves after `ms`. */
  wait?: (ms: number) => Promise<unknown>;
};

/** Timeout of a response with its body, in milliseconds. Browsers wait longer. */
const TIMEOUT_MS = 15_000;
/** Pause before the retry of a safe request, in milliseconds. */
const RETRY_AFTER_MS = 250;
/**
 * Statuses with which a proxy in front of a provider reports that the provider fails. Source: RFC 9110 §15.6,
 * Cloudflare's 52x, and 540 and 544 of supabase.com, "HTTP status codes": a project that is paused, or whose gateway
 * timed out.
 */
const UNWELL = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530, 540, 544]);
/** Lowest status that only a proxy sends, never a provider itself. */
const MIN_PROXY_STATUS = 520;

/** Creates a provider with its own circuit breaker, for this process. */
export function createProvider(options: ProviderOptions): Provider {
  const { name, url, log, fetch = globalThis.fetch, now = () => performance.now() } = options;
  const { timeout = AbortSignal.timeout, wait = (ms: number) => setTimeout(ms, undefined, { ref: false }) } = options;
  const stopping = new AbortController();
  let succeededAt = Number.NEGATIVE_INFINITY;
  const circuit = createCircuit({
    now,
    onChange(state) {
      if (state === "open") log.warn({ provider: name }, "a provider does not answer; requests to it pause");
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
        // A redirect goes back to the browser, because our key must not be sent to another address.
        redirect: "manual",
        signal: AbortSignal.any([late, stopping.signal]),
      });
    } catch (cause) {
      if (isHeadersOverflow(cause))
        throw new ProviderError("unwell", `${name} sent too many headers.`, DEFAULT_RETRY_S);
      if (late.aborted) throw new ProviderError("slow", `${name} took too long.`, DEFAULT_RETRY_S, { cause });
      throw new ProviderError("unreachable", `${name} could not be reached.`, DEFAULT_RETRY_S, { cause });
    }
  }

  async function responseOrError(request: ProviderRequest): Promise<Response | ProviderError> {
    try {
      return await attempt(request);
    } catch (error) {
      if (error instanceof ProviderError) return error;
      throw error;
    }
  }

  function succeed(): void {
    succeededAt = now();
    circuit.succeed();
  }

  /** Counts a failure, unless the provider has answered others since: a stranger may send slow requests together. */
  function fail(since: number): void {
    if (succeededAt < since) circuit.fail();
  }

  /** Returns a response, but throws if it is the error page of a proxy in front of a failing provider. */
  async function checked(answer: Response, since: number): Promise<Response> {
    if (isWell(answer)) {
      succeed();
      return answer;
    }
    fail(since);
    // The error comes from the provider itself, so the provider's clients understand it.
    if (answer.status < MIN_PROXY_STATUS && answer.headers.get("Content-Type")?.includes("json")) return answer;
    await answer.body?.cancel();
    const seconds = retryAfterSeconds(answer.headers) ?? DEFAULT_RETRY_S;
    throw new ProviderError("unwell", `${name} answered ${answer.status}.`, seconds);
  }

  return {
    name,
    url,
    async ask(request) {
      const permit = circuit.enter();
      if (!permit.ok) {
        throw new ProviderError("resting", `${name} does not answer just now.`, permit.retryAfterSeconds);
      }
      const since = now();
      let result = await responseOrError(request);
      if (isTemporary(result) && mayRepeat(request)) {
        if (!(result instanceof ProviderError)) await result.body?.cancel();
        await wait(RETRY_AFTER_MS);
        result = await responseOrError(request);
      }
      // Do not test for Response: Hono's server replaces that class with its own.
      if (!(result instanceof ProviderError)) return checked(result, since);
      // It answered, with headers that may repeat a stranger's long request.
      if (result.failure === "unwell") succeed();
      else if (!stopping.signal.aborted) fail(since);
      throw result;
    },
    stop: () => stopping.abort(),
  };
}

function isHeadersOverflow(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "UND_ERR_HEADERS_OVERFLOW";
}

function isWell({ status }: Response): boolean {
  return !UNWELL.has(status);
}

/** Whether a retry may succeed. After a timeout there is no retry, because a visitor is waiting. */
function isTemporary(result: Response | ProviderError): boolean {
  return result instanceof ProviderError ? result.failure === "unreachable" : !isWell(result);
}

function mayRepeat({ method, isSafe }: ProviderRequest): boolean {
  return isSafe ?? (method === "GET" || method === "HEAD");
}
