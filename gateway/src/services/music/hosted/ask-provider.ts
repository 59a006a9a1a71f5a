import { setTimeout } from "node:timers/promises";
import * as v from "valibot";
import { BodyTooLongError, readAtMost } from "../../../http/bounded-body.ts";
import { retryAfterSeconds } from "../../../lib/provider/retry-after.ts";
import { jsonOf } from "../../shared/parse-request.ts";
import { MusicError } from "../contract.ts";

/** How a provider is asked. Everything but `fetch` is for tests to shorten. */
export type AskOptions = {
  clock: () => Date;
  fetch: typeof globalThis.fetch;
  /** Ends every call when the site stops. */
  stopping: AbortSignal;
  /** A signal that fires after so many milliseconds. */
  timeout: (ms: number) => AbortSignal;
  /** Settles after so many milliseconds, or rejects when the signal fires. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

/** One question and the form of its answer. */
type Question<Schema extends v.GenericSchema> = { url: string; init: RequestInit; schema: Schema };

/** A provider's answer: what was asked for, or the status of a refusal. */
export type ProviderResponse<Schema extends v.GenericSchema> =
  | { ok: true; value: v.InferOutput<Schema> }
  | { ok: false; status: number };

/** How long a provider may take for one answer, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Pauses before a question is asked again, in milliseconds. */
const RETRY_AFTER_MS = [500, 2_000];
/** Far more than a page of albums has. */
const MOST_BYTES = 4 * 1024 * 1024;
/** How long a provider is left alone that asks for it without saying how long, in seconds. */
const DEFAULT_RETRY_S = 30;

const NOT_ITS_FORM = "The provider's answer is not in its own form.";

/**
 * Asks a provider. An error that may pass, a 5xx or a broken connection, is met by asking again, twice; a provider that
 * is slow is not asked again, as somebody is waiting.
 *
 * @throws {MusicError} UNAVAILABLE: it could not be reached, asked to be left alone, or did not answer in its own form.
 *   No message holds anything of what was sent.
 */
export async function askProvider<Schema extends v.GenericSchema>(
  question: Question<Schema>,
  options: AskOptions,
): Promise<ProviderResponse<Schema>> {
  for (const pause of RETRY_AFTER_MS) {
    const outcome = await attempt(question, options);
    if (!(outcome instanceof TemporaryError)) return outcome;
    await options.wait(pause, options.stopping).catch(() => {
      throw outcome.error;
    });
  }
  const last = await attempt(question, options);
  if (last instanceof TemporaryError) throw last.error;
  return last;
}

/** What may be better a moment later. */
class TemporaryError {
  readonly error: MusicError;

  constructor(error: MusicError) {
    this.error = error;
  }
}

async function attempt<Schema extends v.GenericSchema>(
  { url, init, schema }: Question<Schema>,
  { fetch, stopping, timeout }: AskOptions,
): Promise<ProviderResponse<Schema> | TemporaryError> {
  const late = timeout(TIMEOUT_MS);
  let status = 0;
  let text: string;
  try {
    // A redirect might take the secret or the token elsewhere.
    const answer = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.any([late, stopping]) });
    status = answer.status;
    if (status === 429) {
      await answer.body?.cancel();
      throw new MusicError("UNAVAILABLE", "The provider asks to be left alone for a while.", {
        retryAfterSeconds: retryAfterSeconds(answer.headers) ?? DEFAULT_RETRY_S,
      });
    }
    text = (await readAtMost(answer, MOST_BYTES)).toString();
  } catch (cause) {
    if (cause instanceof MusicError) throw cause;
    if (cause instanceof BodyTooLongError) throw new MusicError("UNAVAILABLE", NOT_ITS_FORM, { cause });
    if (late.aborted) throw new MusicError("UNAVAILABLE", "The provider took too long.", { cause });
    const error = new MusicError("UNAVAILABLE", "The provider could not be reached.", { cause });
    if (stopping.aborted) throw error;
    return new TemporaryError(error);
  }
  if (status >= 500) return new TemporaryError(new MusicError("UNAVAILABLE", `The provider answered ${status}.`));
  if (status !== 200) return { ok: false, status };
  const read = v.safeParse(schema, jsonOf(text));
  if (!read.success) throw new MusicError("UNAVAILABLE", NOT_ITS_FORM);
  return { ok: true, value: read.output };
}

/** A signal that fires after so many milliseconds. */
export const usualTimeout = (ms: number): AbortSignal => AbortSignal.timeout(ms);

/** A pause that keeps no process alive. */
export const usualWait = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: false });
