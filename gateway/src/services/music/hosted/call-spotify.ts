import { setTimeout } from "node:timers/promises";
import * as v from "valibot";
import { BodyTooLongError, readAtMost } from "../../../http/bounded-body.ts";
import { retryAfterSeconds } from "../../../lib/provider/retry-after.ts";
import { jsonOf } from "../../shared/parse-request.ts";
import { MusicError } from "../contract.ts";

export type CallOptions = {
  clock: () => Date;
  fetch: typeof globalThis.fetch;
  /** Cancels every call when the site stops. */
  stopping: AbortSignal;
  /** Creates a signal that fires after `ms`. */
  timeout: (ms: number) => AbortSignal;
  /** Resolves after `ms`, or rejects when the signal fires. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

/** A request and the schema of its response. */
type SpotifyRequest<Schema extends v.GenericSchema> = { url: string; init: RequestInit; schema: Schema };

/** The parsed response, or the status of a rejected request. */
export type SpotifyResponse<Schema extends v.GenericSchema> =
  | { ok: true; value: v.InferOutput<Schema> }
  | { ok: false; status: number };

/** How long Spotify may take for one response, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Pauses before the retries, in milliseconds. */
const RETRY_AFTER_MS = [500, 2_000];
/** Largest response, in bytes. A page of albums is far smaller. */
const MOST_BYTES = 1024 * 1024;
/** How long to wait after a 429 without Retry-After, in seconds. */
const DEFAULT_RETRY_S = 30;

const INVALID_RESPONSE = "The provider's response is not valid.";

/**
 * Calls Spotify. Retries twice after a temporary error: a 5xx or a broken connection. Does not retry after a timeout,
 * because a visitor is waiting.
 *
 * @throws {MusicError} UNAVAILABLE: Spotify could not be reached, sent 429, or sent an invalid response. The
 *   message contains nothing that was sent.
 */
export async function callSpotify<Schema extends v.GenericSchema>(
  request: SpotifyRequest<Schema>,
  options: CallOptions,
): Promise<SpotifyResponse<Schema>> {
  for (const pause of RETRY_AFTER_MS) {
    const result = await attempt(request, options);
    if (!(result instanceof TemporaryError)) return result;
    await options.wait(pause, options.stopping).catch(() => {
      throw result.error;
    });
  }
  const last = await attempt(request, options);
  if (last instanceof TemporaryError) throw last.error;
  return last;
}

/** An error that a retry may avoid. */
class TemporaryError {
  readonly error: MusicError;

  constructor(error: MusicError) {
    this.error = error;
  }
}

async function attempt<Schema extends v.GenericSchema>(
  { url, init, schema }: SpotifyRequest<Schema>,
  { fetch, stopping, timeout }: CallOptions,
): Promise<SpotifyResponse<Schema> | TemporaryError> {
  const late = timeout(TIMEOUT_MS);
  let status = 0;
  let text: string;
  try {
    // A redirect could send the secret or the token to another host.
    const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.any([late, stopping]) });
    status = response.status;
    if (status === 429) {
      await response.body?.cancel();
      throw new MusicError("UNAVAILABLE", "The provider limits requests for now.", {
        retryAfterSeconds: retryAfterSeconds(response.headers) ?? DEFAULT_RETRY_S,
      });
    }
    text = (await readAtMost(response, MOST_BYTES)).toString();
  } catch (cause) {
    if (cause instanceof MusicError) throw cause;
    if (cause instanceof BodyTooLongError) throw new MusicError("UNAVAILABLE", INVALID_RESPONSE, { cause });
    if (late.aborted) throw new MusicError("UNAVAILABLE", "The provider took too long.", { cause });
    const error = new MusicError("UNAVAILABLE", "The provider could not be reached.", { cause });
    if (stopping.aborted) throw error;
    return new TemporaryError(error);
  }
  if (status >= 500) return new TemporaryError(new MusicError("UNAVAILABLE", `The provider answered ${status}.`));
  if (status !== 200) return { ok: false, status };
  const parsed = v.safeParse(schema, jsonOf(text));
  if (!parsed.success) throw new MusicError("UNAVAILABLE", INVALID_RESPONSE);
  return { ok: true, value: parsed.output };
}

export const usualTimeout = (ms: number): AbortSignal => AbortSignal.timeout(ms);

/** A pause that does not keep the process alive. */
export const usualWait = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: false });
