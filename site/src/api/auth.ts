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

/** Why a request to the auth service failed. */
export type AuthFailure = {
  /**
   * A code of Supabase Auth such as `invalid_credentials`; `throttled`; `session_ended`; or, for a network failure or a
   * server error, `unreachable`. Only after `unreachable` a retry may succeed.
   */
  code: string;
  /** Seconds until the next try, if the service sent them. */
  waitSeconds?: number;
  /** Weaknesses of a password: `length`, `characters`, `pwned`. */
  weaknesses?: string[];
};

type SignInState =
  | { state: "signed-out" }
  | { state: "second-step"; factors: Factor[] }
  | { state: "signed-in"; session: Session }
  /** The session has expired and cannot be refreshed now. */
  | { state: "unreachable" };

/** A change of the sign-in, in this or another tab. `recovering` is a sign-in by an email for a new password. */
export type AuthChange = "signed-in" | "recovering" | "signed-out";

/** The owner's sign-in, on the wire of Supabase Auth. */
export type OwnerAuth = {
  /** The owner's email for signing in. */
  email: string;
  linkedSignIn: LinkedSignIn;
  client: GoTrueClient;
  /** Reads the state, and refreshes an expired session. */
  readState: () => Promise<SignInState>;
  /** Asks the service whether the session still exists, then reads the state. */
  recheck: () => Promise<SignInState>;
  /** Adopts the session of another tab if this tab has none. */
  borrow: () => Promise<void>;
  toAuthFailure: (error: AuthError) => AuthFailure;
  /** Returns the enabled providers besides the password, such as `{ google: true }`; none after a failure. */
  providers: () => Promise<Record<string, boolean>>;
  /** Calls the listener after every change. Returns a function that ends this. */
  onChange: (listener: (change: AuthChange) => void) => () => void;
};

/** Timeout of a request, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Opens the client for `/auth/v1`. A page needs only one, because each client refreshes the session automatically.
 *
 * @param key storage key of the session
 * @throws {Error} when `/config.json` cannot be fetched
 */
export async function openAuth(key = "porchlight-auth"): Promise<OwnerAuth> {
  const { database, admin } = await fetchConfig();
  const url = `${location.origin}/auth/v1`;
  const headers = { apikey: database.anonKey };
  const tabs = createTabSession(key);
  let waitSeconds: number | undefined;

  /** Asks the other tabs for a newer session before a refresh, and remembers `Retry-After`. */
  const fetchWithTabs: typeof fetch = async (input, init) => {
    if (String(input).endsWith("grant_type=refresh_token")) {
      await tabs.askOtherTabs();
      const newest = tabs.current();
      if (newest && !String(init?.body).includes(newest.refresh_token)) return Response.json(newest);
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
    // The dashboard itself reads the session in the address, and removes it from the history.
    detectSessionInUrl: false,
    fetch: fetchWithTabs,
  });

  async function readState(): Promise<SignInState> {
    const { data, error } = await client.getSession();
    if (isAuthRetryableFetchError(error)) return { state: "unreachable" };
    if (!data.session) return { state: "signed-out" };
    const factors = (data.session.user.factors ?? []).filter(({ status }) => status === "verified");
    const isComplete = factors.length === 0 || readToken(data.session.access_token).aal === "aal2";
    return isComplete ? { state: "signed-in", session: data.session } : { state: "second-step", factors };
  }

  return {
    email: admin.email,
    linkedSignIn: admin.linkedSignIn,
    client,
    readState,

    async recheck() {
      const { data, error } = await client.getUser();
      // For an ended session, the service responds with 401, 403 or 404. A 429 does not mean that it has ended.
      if (isAuthRetryableFetchError(error) || error?.status === 429) return { state: "unreachable" };
      if (error) {
        await client.signOut({ scope: "local" });
        return { state: "signed-out" };
      }
      // The owner may have added a factor elsewhere since this session began.
      const session = tabs.current();
      if (session) tabs.storage.setItem(key, JSON.stringify({ ...session, user: data.user }));
      return readState();
    },

    async borrow() {
      if (!tabs.current()) await tabs.askOtherTabs();
    },

    toAuthFailure(error) {
      if (isAuthRetryableFetchError(error)) return { code: "unreachable" };
      if (isAuthSessionMissingError(error)) return { code: "session_ended" };
      if (isAuthWeakPasswordError(error)) return { code: "weak_password", weaknesses: error.reasons };
      if (error.status === 429) return { code: "throttled", ...(waitSeconds && { waitSeconds }) };
      return { code: error.code ?? "unknown" };
    },

    async providers() {
      try {
        const response = await fetch(`${url}/settings`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
        // The cast holds for Supabase Auth's settings: `{ external: { google: true, … } }`.
        const settings = (await response.json()) as { external?: Record<string, boolean> };
        return settings.external ?? {};
      } catch {
        return {};
      }
    },

    onChange(listener) {
      const { data } = client.onAuthStateChange((event, session) => {
        // The event may come from another tab. This tab stores that session too.
        if (session) tabs.adopt(session);
        if (event === "SIGNED_OUT") tabs.end();
        // The client must not be called within this callback; see its onAuthStateChange.
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
 * Returns the auth client of this page. The first call opens it. After a failure, the next call tries again.
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
