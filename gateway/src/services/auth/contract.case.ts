import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect, it } from "vitest";
import type { Identify } from "../shared/caller.ts";

/** Address of the site in tests. */
export const ADDRESS = "https://artist.example";

/** An auth service that answers at {@link ADDRESS}, with an owner who can sign in. */
export type ServedAuth = {
  fetch: typeof globalThis.fetch;
  anonymousKey: string;
  owner: { email: string; password: string };
  identify: Identify;
  /** The issuer of its tokens. */
  issuer: string;
};

/** The provider's own client, unmodified, talking to a served auth service. */
export function aClient({ fetch, anonymousKey }: Pick<ServedAuth, "fetch" | "anonymousKey">): SupabaseClient {
  return createClient(ADDRESS, anonymousKey, {
    global: { fetch },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** A client that has signed in as the owner. */
export async function aSignedInClient(served: ServedAuth) {
  const client = aClient(served);
  const { data, error } = await client.auth.signInWithPassword(served.owner);
  if (error) throw error;
  return { client, auth: client.auth, session: data.session };
}

/** Tests that every auth service passes, through the provider's client. */
export function describeAuthService(serve: () => Promise<ServedAuth>): void {
  const statusAndCode = (error: { status?: number | undefined; code?: string | undefined } | null) => [
    error?.status,
    error?.code,
  ];

  it("signs the owner in and identifies them", async () => {
    const served = await serve();
    const { auth, session } = await aSignedInClient(served);
    expect(session.user).toMatchObject({ email: served.owner.email, aud: "authenticated", role: "authenticated" });
    expect(session.user.app_metadata).toMatchObject({ role: "admin" });
    expect((await auth.getUser()).data.user?.id).toBe(session.user.id);
    const authorization = `Bearer ${session.access_token}`;
    expect(await served.identify({ apikey: served.anonymousKey, authorization })).toMatchObject({
      ok: true,
      caller: { role: "authenticated", admin: true, needsSecondStep: false, userId: session.user.id },
    });
  });

  it("rejects a wrong password and an unknown address with the same error", async () => {
    const served = await serve();
    const { auth } = aClient(served);
    for (const wrong of [
      { ...served.owner, password: "not this one" },
      { ...served.owner, email: "nobody@artist.example" },
    ]) {
      const { data, error } = await auth.signInWithPassword(wrong);
      expect(data.session).toBeNull();
      expect([...statusAndCode(error), error?.message]).toEqual([
        400,
        "invalid_credentials",
        "Invalid login credentials",
      ]);
    }
  });

  it("makes a client report an event for each change of its session", async () => {
    const served = await serve();
    const { auth } = aClient(served);
    const events: string[] = [];
    auth.onAuthStateChange((event) => void events.push(event));
    await expect.poll(() => events).toEqual(["INITIAL_SESSION"]);
    await auth.signInWithPassword(served.owner);
    await auth.refreshSession();
    await auth.signOut();
    expect(events).toEqual(["INITIAL_SESSION", "SIGNED_IN", "TOKEN_REFRESHED", "SIGNED_OUT"]);
  });

  it("continues a session with its refresh token, which changes each time", async () => {
    const { auth, session } = await aSignedInClient(await serve());
    const { data } = await auth.refreshSession();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(data.user?.id).toBe(session.user.id);
    expect((await auth.refreshSession()).error).toBeNull();
  });

  it("lets two tabs that refresh at the same time both continue", async () => {
    const served = await serve();
    const { session } = await aSignedInClient(served);
    const tabs = [aClient(served), aClient(served)];
    const answers = await Promise.all(tabs.map((tab) => tab.auth.refreshSession(session)));
    expect(answers.map(({ error }) => error)).toEqual([null, null]);
    for (const tab of tabs) expect((await tab.auth.refreshSession()).error).toBeNull();
  });

  it("rejects an unknown refresh token", async () => {
    const { auth } = aClient(await serve());
    const { error } = await auth.refreshSession({ refresh_token: "made-up" });
    expect(statusAndCode(error)).toEqual([400, "refresh_token_not_found"]);
  });

  it.each([
    ["local", [false, true, true]],
    ["others", [true, false, false]],
    ["global", [false, false, false]],
  ] as const)("signs out with the scope %s", async (scope, continues) => {
    const served = await serve();
    const sessions = [await aSignedInClient(served), await aSignedInClient(served), await aSignedInClient(served)];
    expect((await sessions[0]?.auth.signOut({ scope }))?.error).toBeNull();
    const answers = sessions.map(({ session }) => aClient(served).auth.refreshSession(session));
    expect((await Promise.all(answers)).map(({ error }) => error === null)).toEqual(continues);
  });

  it("publishes the keys with which a client can verify a token", async () => {
    const served = await serve();
    const { auth, session } = await aSignedInClient(served);
    const { data, error } = await auth.getClaims(session.access_token);
    expect(error).toBeNull();
    expect(data?.header.alg).toMatch(/^[ER]S256$/);
    expect(data?.claims).toMatchObject({ sub: session.user.id, role: "authenticated", aal: "aal1" });
    expect(data?.claims.iss).toBe(served.issuer);
  });

  it("rejects every sign-up", async () => {
    const { auth } = aClient(await serve());
    const { error } = await auth.signUp({ email: "ann@artist.example", password: "a long enough password" });
    expect(statusAndCode(error)).toEqual([422, "signup_disabled"]);
  });

  it("responds to a recovery request in the same way for a known and an unknown address", async () => {
    const served = await serve();
    const { auth } = aClient(served);
    for (const email of [served.owner.email, "nobody@artist.example"]) {
      expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
    }
    expect(statusAndCode((await auth.resetPasswordForEmail("nothing")).error)).toEqual([400, "validation_failed"]);
  });

  it("requires the public key, and also an access token where only a person may send the request", async () => {
    const { fetch, anonymousKey } = await serve();
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${ADDRESS}/auth/v1/user`, { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ apikey: "another" })).toBe(401);
    expect(await status({ apikey: anonymousKey, Authorization: `Bearer ${anonymousKey}` })).toBe(401);
    expect(await status({ apikey: anonymousKey, Authorization: "Bearer a.b.c" })).toBe(403);
  });
}
