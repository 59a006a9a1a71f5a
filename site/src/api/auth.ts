import type { LinkedSignIn } from "@porchlight/protocol/admin.ts";
import {
  AuthClient,
  type AuthError,
  type Factor,
  type GoTrueClient,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
  type Session,
} from "@supabase/auth-js";
import { readToken } from "../lib/token.ts";
import { fetchConfig, sendWithConfig } from "./config.ts";
import { createTabSession } from "./tab-session.ts";

/** Why the auth service did not do what it was asked. */
export type AuthRefusal = {
  /**
   * A code of Supabase Auth, `invalid_credentials`; `throttled`; `session_ended`; or `unreachable` when nothing is
   * decided yet and another try may go well: no network, or trouble at the gateway.
   */
  code: string;
  /** How long to wait before another try, where the service says so. */
  waitSeconds?: number;
  /** What is weak about a password: `length`, `characters`, `pwned`. */
  weaknesses?: string[];
};

/** Where the owner stands. */
export type SignInState =
  | { state: "signed-out" }
  | { state: "second-step"; factors: Factor[] }
  | { state: "signed-in"; session: Session }
  /** There is a session, but it is too old to be used and cannot be refreshed just now. */
  | { state: "unreachable" };

/**
 * What has happened to the sign-in, in this tab or in another one of this browser. `recovering` is a sign-in by a
 * letter that was asked for to choose a new password.
 */
export type AuthChange = "signed-in" | "recovering" | "signed-out";

/** The owner's sign-in, on the wire of Supabase Auth. */
export type OwnerAuth = {
  /** The owner's login address. */
  email: string;
  /** Whose accounts may be linked to it. */
  linkedSignIn: LinkedSignIn;
  /** The provider's own client. */
  client: GoTrueClient;
  /** Finds out where the owner stands, refreshing the session when that is due. */
  standing: () => Promise<SignInState>;
  /** The same, after asking the service whether the session is still good. */
  recheck: () => Promise<SignInState>;
  /** Asks the other tabs of this browser for their session when this one has none. */
  borrow: () => Promise<void>;
  refusalOf: (error: AuthError) => AuthRefusal;
  /** Which providers beside the password are switched on, `{ google: true }`; none when that cannot be learned. */
  providers: () => Promise<Record<string, boolean>>;
  /** Calls back after every change, until the function it returns is called. */
  onChange: (listener: (change: AuthChange) => void) => () => void;
};

/** Longest that an answer of the auth service may take, in milliseconds; later counts as unreachable. */
const TIMEOUT_MS = 30_000;

/**
 * Opens the client that talks to `/auth/v1`. One a page: every client keeps the session fresh by itself.
 *
 * @param key the name under which the session is kept
 * @throws {Error} when `/config.json` cannot be fetched
 */
export async function openAuth(key = "porchlight-auth"): Promise<OwnerAuth> {
  const { database, admin } = await fetchConfig();
  const url = `${location.origin}/auth/v1`;
  const headers = { apikey: database.anonKey };
  const tabs = createTabSession(key);
  let waitSeconds: number | undefined;

  /** Looks for a newer session in the other tabs before a refresh, and notes how long a busy service asks to wait. */
  const fetchCarefully: typeof fetch = async (input, init) => {
    if (String(input).endsWith("grant_type=refresh_token")) {
      await tabs.askOtherTabs();
      const kept = tabs.current();
      if (kept && !String(init?.body).includes(kept.refresh_token)) return Response.json(kept);
    }
    const response = await sendWithConfig(({ database: { anonKey } }) => {
      const headers = new Headers(init?.headers);
      headers.set("apikey", anonKey);
      return fetch(input, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    });
    if (response.status === 429) waitSeconds = Number(response.headers.get("Retry-After")) || undefined;
    return response;
  };

  const client = new AuthClient({
    url,
    headers,
    storageKey: key,
    storage: tabs.storage,
    flowType: "pkce",
    // The desk reads the address line itself: it also takes it out of the history.
    detectSessionInUrl: false,
    fetch: fetchCarefully,
  });

  async function standing(): Promise<SignInState> {
    const { data, error } = await client.getSession();
    if (isAuthRetryableFetchError(error)) return { state: "unreachable" };
    if (!data.session) return { state: "signed-out" };
    const factors = (data.session.user.factors ?? []).filter(({ status }) => status === "verified");
    const isPassed = factors.length === 0 || readToken(data.session.access_token).aal === "aal2";
    return isPassed ? { state: "signed-in", session: data.session } : { state: "second-step", factors };
  }

  return {
    email: admin.email,
    linkedSignIn: admin.linkedSignIn,
    client,
    standing,

    async recheck() {
      const { data, error } = await client.getUser();
      // A session that is over is refused with 401, 403 or 404; being asked to slow down, 429, says nothing about it.
      if (isAuthRetryableFetchError(error) || error?.status === 429) return { state: "unreachable" };
      if (error) {
        await client.signOut({ scope: "local" });
        return { state: "signed-out" };
      }
      // A factor may have been added elsewhere since this session began.
      const kept = tabs.current();
      if (kept) tabs.storage.setItem(key, JSON.stringify({ ...kept, user: data.user }));
      return standing();
    },

    async borrow() {
      if (!tabs.current()) await tabs.askOtherTabs();
    },

    refusalOf(error) {
      if (isAuthRetryableFetchError(error)) return { code: "unreachable" };
      if (isAuthSessionMissingError(error)) return { code: "session_ended" };
      if (isAuthWeakPasswordError(error)) return { code: "weak_password", weaknesses: error.reasons };
      if (error.status === 429) return { code: "throttled", ...(waitSeconds && { waitSeconds }) };
      return { code: error.code ?? "unknown" };
    },

    async providers() {
      try {
        const response = await fetch(`${url}/settings`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
        // Supabase Auth's settings: `{ external: { google: true, … } }`; anything else switches nothing on.
        const settings = (await response.json()) as { external?: Record<string, boolean> };
        return settings.external ?? {};
      } catch {
        return {};
      }
    },

    onChange(listener) {
      const { data } = client.onAuthStateChange((event, session) => {
        // The same event comes from this tab and from others, whose session this one has to keep as well.
        if (session) tabs.adopt(session);
        if (event === "SIGNED_OUT") tabs.end();
        // The client may not be called from within; see its onAuthStateChange.
        if (event === "SIGNED_OUT") queueMicrotask(() => listener("signed-out"));
        else if (event === "PASSWORD_RECOVERY") queueMicrotask(() => listener("recovering"));
        else if (session && event !== "INITIAL_SESSION") queueMicrotask(() => listener("signed-in"));
      });
      return () => data.subscription.unsubscribe();
    },
  };
}

let shared: Promise<OwnerAuth> | undefined;

/**
 * The one auth client of this page, opened at the first call; a failure is not kept.
 *
 * @throws {Error} when `/config.json` cannot be fetched
 */
export function pageAuth(): Promise<OwnerAuth> {
  shared ??= openAuth();
  shared.catch(() => {
    shared = undefined;
  });
  return shared;
}
