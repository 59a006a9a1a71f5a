import type {
  Audience,
  Bounces,
  DoubtDecision,
  NewNewsletter,
  Newsletter,
  NewsletterChoices,
  NewsletterClash,
  NewsletterEdit,
  NewsletterPreview,
  NewsletterSettings,
  Newsletters,
  RecipientState,
  Recipients,
  Segment,
  SendingProblem,
  SendingProblems,
  SendNewsletter,
  TestEmail,
} from "@porchlight/protocol/newsletters.ts";
import type { AccessToken } from "./access.ts";
import { type AdminCall, AdminRequestError, callAdmin, fetchAdmin } from "./admin.ts";

/** What the owner can do with a newsletter that is scheduled or being sent. */
export type SendingStep = "unschedule" | "pause" | "resume" | "cancel";

/** The result of a request to send. `state`: the state of the newsletter no longer allows it. */
export type SendResult =
  | { ok: true; newsletter: Newsletter }
  | { ok: false; reason: "clash" | "state" }
  | { ok: false; reason: "not-ready"; missing: readonly SendingProblem[] };

/** Calls with which the owner writes newsletters. They throw as {@link callAdmin} does. */
export type NewsletterCalls = {
  list: (signal?: AbortSignal) => Promise<Newsletters>;
  find: (id: number, signal?: AbortSignal) => Promise<Newsletter>;
  begin: (from: NewNewsletter["from"]) => Promise<Newsletter>;
  edit: (id: number, edit: NewsletterEdit) => Promise<{ ok: true; now: Newsletter } | { ok: false; now: Newsletter }>;
  remove: (id: number) => Promise<void>;
  preview: (id: number, signal?: AbortSignal) => Promise<NewsletterPreview>;
  /** @returns the address that gets the test email, or why the mail server did not accept it */
  test: (id: number) => Promise<{ ok: true; to: string } | { ok: false; message: string }>;
  audience: (segment: Segment, signal?: AbortSignal) => Promise<Audience>;
  choices: (signal?: AbortSignal) => Promise<NewsletterChoices>;
  send: (id: number, request: SendNewsletter) => Promise<SendResult>;
  step: (id: number, step: SendingStep) => Promise<SendResult>;
  recipients: (id: number, state: RecipientState, after: string | null, signal?: AbortSignal) => Promise<Recipients>;
  decide: (id: number, decision: DoubtDecision) => Promise<SendResult>;
  settings: (signal?: AbortSignal) => Promise<NewsletterSettings>;
  saveSettings: (settings: NewsletterSettings) => Promise<NewsletterSettings>;
  bounces: (before: number | null, signal?: AbortSignal) => Promise<Bounces>;
  liftBounce: (id: number) => Promise<void>;
};

/** Longest time that composing, freezing or a test email takes, in milliseconds. */
const SLOW_TIMEOUT_MS = 90_000;
/** Longest body of a request that outlives the page, in characters: 64 KiB, of up to three bytes each. */
const MAX_KEEPALIVE_LENGTH = 20_000;

export function createNewsletterCalls(accessToken: AccessToken): NewsletterCalls {
  const call = async (path: string, options?: AdminCall): Promise<Response> =>
    callAdmin(`newsletters${path}`, await accessToken(), options);
  const fetch = async <Result>(path: string, options?: AdminCall): Promise<Result> =>
    fetchAdmin(`newsletters${path}`, await accessToken(), options);
  const read = <Result>(path: string, signal: AbortSignal | undefined) => fetch<Result>(path, signal && { signal });
  const post = <Result>(path: string, body: unknown, signal?: AbortSignal) =>
    fetch<Result>(path, { method: "POST", body, timeoutMs: SLOW_TIMEOUT_MS, ...(signal && { signal }) });

  /** Sends a request that may be refused for a reason that the owner can act on. */
  async function change(path: string, body?: unknown): Promise<SendResult> {
    try {
      return { ok: true, newsletter: await post<Newsletter>(path, body) };
    } catch (error) {
      if (!(error instanceof AdminRequestError)) throw error;
      if (error.status === 412) return { ok: false, reason: "clash" };
      if (error.status === 409) return { ok: false, reason: "state" };
      if (error.status !== 422) throw error;
      // The type holds: gateway and site are from the same release.
      return { ok: false, reason: "not-ready", missing: (error.body as SendingProblems).missing };
    }
  }

  return {
    list: (signal) => read("", signal),
    find: (id, signal) => read(`/${id}`, signal),
    begin: (from) => post("", from === undefined ? {} : { from }),
    async edit(id, edit) {
      // An edit is sent as the owner leaves the page.
      const keepalive = JSON.stringify(edit).length < MAX_KEEPALIVE_LENGTH;
      try {
        return { ok: true, now: await fetch(`/${id}`, { method: "PATCH", body: edit, keepalive }) };
      } catch (error) {
        if (!(error instanceof AdminRequestError && error.code === "clash")) throw error;
        // The type holds, as above.
        return { ok: false, now: (error.body as NewsletterClash).now };
      }
    },
    remove: async (id) => void (await call(`/${id}`, { method: "DELETE" })),
    preview: (id, signal) => post(`/${id}/preview`, undefined, signal),
    async test(id) {
      try {
        return { ok: true, to: (await post<TestEmail>(`/${id}/test`, undefined)).to };
      } catch (error) {
        if (!(error instanceof AdminRequestError && error.code === "not_sent")) throw error;
        return { ok: false, message: error.message };
      }
    },
    audience: (segment, signal) => post("/audience", segment, signal),
    choices: (signal) => read("/choices", signal),
    send: (id, request) => change(`/${id}/send`, request),
    step: (id, step) => change(`/${id}/${step}`),
    recipients: (id, state, after, signal) => {
      const query = new URLSearchParams({ state, ...(after !== null && { after }) });
      return read(`/${id}/recipients?${query}`, signal);
    },
    decide: (id, decision) => change(`/${id}/doubts`, decision),
    settings: (signal) => read("/settings", signal),
    saveSettings: (settings) => fetch("/settings", { method: "PUT", body: settings }),
    bounces: (before, signal) => read(`/bounces${before === null ? "" : `?before=${before}`}`, signal),
    liftBounce: async (id) => void (await call(`/bounces/${id}/lift`, { method: "POST" })),
  };
}
