import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import { OWNER } from "../../testing/signed-in.ts";
import { type ServedBuiltinAuth, serveBuiltinAuth } from "./builtin.case.ts";
import type { BuiltinAuthOptions } from "./builtin.ts";
import { ADDRESS } from "./contract.case.ts";

/** A browser, with its cookies. */
export type TestBrowser = {
  /** The official client, as on a page of the site. */
  supabase: SupabaseClient;
  fetch: typeof globalThis.fetch;
  /** Opens an address of the site as the address bar does, without a key. Follows no redirect. */
  visit: (address: string | URL) => Promise<Response>;
};

/** The auth service as browsers see it. */
export type AuthInBrowsers = ServedBuiltinAuth & {
  now: () => Date;
  /** A browser on its first visit. */
  aBrowser: () => TestBrowser;
  /** A browser in which the owner has signed in by password. */
  aSignedInBrowser: () => Promise<TestBrowser>;
  /** Names of the security events so far, the latest first. */
  events: () => Promise<string[]>;
};

/** Serves the built-in auth service, with its limits, to browsers. */
export async function serveBrowsers(options: Partial<BuiltinAuthOptions> = {}): Promise<AuthInBrowsers> {
  const served = await serveBuiltinAuth({ limits: true, ...options });
  const aBrowser = () => aBrowserAt(served);
  return {
    ...served,
    now: served.auth.context.clock,
    aBrowser,
    async aSignedInBrowser() {
      const browser = aBrowser();
      const { error } = await browser.supabase.auth.signInWithPassword(OWNER);
      expect(error).toBeNull();
      return browser;
    },
    events: async () => (await served.auth.oversight.auditLog()).entries.map(({ event }) => event),
  };
}

function aBrowserAt(served: ServedBuiltinAuth): TestBrowser {
  const cookies = new Map<string, string>();
  const browse: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await served.fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const stored = new Map<string, string>();
  const supabase = createClient(ADDRESS, served.anonymousKey, {
    global: { fetch: browse },
    auth: {
      flowType: "pkce",
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    },
  });
  return { supabase, fetch: browse, visit: (address) => browse(address, { redirect: "manual" }) };
}
