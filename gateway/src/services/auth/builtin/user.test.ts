import { describe, expect, it } from "vitest";
import { OWNER, quickHasher } from "../../../testing/signed-in.ts";
import { serveBrowsers } from "../browser.case.ts";
import { type ServedBuiltinAuth, serveBuiltinAuth } from "../builtin.case.ts";
import { aClient, aSignedInClient } from "../contract.case.ts";
import { enrolTotp } from "./factors/authenticator.case.ts";
import { changeUser, findUserByEmail } from "./users.ts";

type SignedInClient = Awaited<ReturnType<typeof aSignedInClient>>;

it("a new password ends the other sessions but not the current one", async () => {
  const served = await serveBuiltinAuth();
  const [mine, other] = [await aSignedInClient(served), await aSignedInClient(served)];
  const password = "another light on the porch";
  const { data, error } = await mine.auth.updateUser({ password, current_password: OWNER.password });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(OWNER.email);
  expect((await mine.auth.refreshSession()).error).toBeNull();
  expect((await other.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  expect((await aClient(served).auth.signInWithPassword({ ...OWNER, password })).error).toBeNull();
});

it.each([
  ["too short", "short", "length"],
  ["too long", "é".repeat(257), "length"],
  ["one of the most common", "P@ssw0rd!2026", "pwned"],
  ["a common word twice", "passwordpassword", "pwned"],
  ["a sequence", "123456789012", "pwned"],
  ["the same few characters", "abababababab", "pwned"],
  ["the address itself", "owner-owner-owner", "pwned"],
  ["the artist's name", "June-Marlow-2026", "pwned"],
  ["one that cannot be typed", "a porch with\na light", "characters"],
])("a password is rejected with its reason: %s", async (_, password, reason) => {
  const { auth } = await aSignedInClient(await serveBuiltinAuth());
  const { error } = await auth.updateUser({ password, current_password: OWNER.password });
  expect(error).toMatchObject({ status: 422, code: "weak_password", reasons: [reason] });
});

it("the current password is rejected as the new one", async () => {
  const { auth } = await aSignedInClient(await serveBuiltinAuth());
  const { error } = await auth.updateUser({ password: OWNER.password, current_password: OWNER.password });
  expect(error).toMatchObject({ status: 422, code: "same_password" });
});

it("changing the password requires the current password, or a session that began with an email", async () => {
  const served = await serveBuiltinAuth({ limits: true });
  const { auth } = await aSignedInClient(served);
  const password = "another light on the porch";
  expect((await auth.updateUser({ password })).error).toMatchObject({ status: 400, code: "reauthentication_needed" });
  const wrong = { password, current_password: "not the present one" };
  expect((await auth.updateUser(wrong)).error?.code).toBe("invalid_credentials");
  // A wrong current password counts as a guess.
  const codes = new Set<string | undefined>();
  for (let guess = 0; guess < 12; guess += 1) codes.add((await auth.updateUser(wrong)).error?.code);
  expect([...codes]).toEqual(["invalid_credentials", "over_request_rate_limit"]);
  served.pass(60);
  expect((await auth.updateUser({ password, current_password: OWNER.password })).error).toBeNull();
});

it("a request with only the current password counts as a guess, and only stores when the password was typed", async () => {
  const served = await serveBuiltinAuth({ limits: true });
  const { auth } = await aSignedInClient(served);
  const claims = async () => {
    expect((await auth.refreshSession()).error).toBeNull();
    return (await auth.getClaims()).data?.claims;
  };
  const before = await claims();
  served.pass(60);
  expect((await auth.updateUser({ current_password: OWNER.password })).error).toBeNull();
  const after = await claims();
  expect(after?.session_id).toBe(before?.session_id);
  const typedAt = before?.amr?.map((entry) => ({ ...Object(entry), timestamp: Object(entry).timestamp + 60 }));
  expect(after?.amr).toEqual(typedAt);
  const codes = new Set<string | undefined>();
  for (let guess = 0; guess < 12; guess += 1)
    codes.add((await auth.updateUser({ current_password: "not the present one" })).error?.code);
  expect([...codes]).toEqual(["invalid_credentials", "over_request_rate_limit"]);
});

describe("a password change in progress", () => {
  /** A thief changes the password in a stolen session of the owner. `happens` runs while the new password is hashed. */
  async function aChangeWhile(happens: (owner: SignedInClient, served: ServedBuiltinAuth) => Promise<unknown>) {
    let interrupt = async (): Promise<unknown> => undefined;
    const hasher = {
      ...quickHasher,
      async hash(password: string) {
        await interrupt();
        return quickHasher.hash(password);
      },
    };
    const served = await serveBuiltinAuth({ hasher });
    const [owner, thief] = [await aSignedInClient(served), await aSignedInClient(served)];
    interrupt = () => happens(owner, served);
    const wanted = { password: "the thief's light on the porch", current_password: OWNER.password };
    const { error } = await thief.auth.updateUser(wanted);
    return { served, owner, error };
  }

  it("is rejected if the password was changed meanwhile", async () => {
    const password = "another light on the porch";
    const { served, owner, error } = await aChangeWhile(async (_, { data }) => {
      const passwordHash = await quickHasher.hash(password);
      const user = findUserByEmail(data.read, OWNER.email) ?? expect.unreachable();
      await data.write((writer) => changeUser(writer, user.id, { passwordHash }, new Date()));
    });
    expect(error).toMatchObject({ status: 400, code: "invalid_credentials" });
    expect((await aClient(served).auth.signInWithPassword({ ...OWNER, password })).error).toBeNull();
    expect((await owner.auth.refreshSession()).error).toBeNull();
  });

  it("is rejected if its session was ended meanwhile", async () => {
    const { served, error } = await aChangeWhile((owner) => owner.auth.signOut({ scope: "others" }));
    expect(error).toMatchObject({ name: "AuthSessionMissingError" });
    expect((await aClient(served).auth.signInWithPassword(OWNER)).error).toBeNull();
  });
});

it("with a second step, the password can only be changed after that step", async () => {
  const site = await serveBrowsers();
  await enrolTotp(site, await site.aSignedInBrowser());
  const { supabase } = await site.aSignedInBrowser();
  const { error } = await supabase.auth.updateUser({
    password: "another light on the porch",
    current_password: OWNER.password,
  });
  expect(error).toMatchObject({ status: 403, code: "insufficient_aal" });
  expect((await aClient(site).auth.signInWithPassword(OWNER)).error).toBeNull();
});

it("the email address cannot be changed, and no telephone can be added", async () => {
  const { auth } = await aSignedInClient(await serveBuiltinAuth());
  const codeOf = async (change: { email: string } | { phone: string }) =>
    (await auth.updateUser({ ...change, current_password: OWNER.password })).error?.code;
  expect(await codeOf({ email: "other@artist.example" })).toBe("email_address_not_authorized");
  expect(await codeOf({ phone: "+15195550100" })).toBe("phone_provider_disabled");
  expect(await codeOf({ email: OWNER.email })).toBeUndefined();
});

it("a client can store a little data with the account, and remove it", async () => {
  const { auth } = await aSignedInClient(await serveBuiltinAuth());
  const { data } = await auth.updateUser({ data: { theme: "dark", tour: true } });
  expect(data.user?.user_metadata).toEqual({ theme: "dark", tour: true });
  expect((await auth.updateUser({ data: { tour: null } })).data.user?.user_metadata).toEqual({ theme: "dark" });
  expect((await auth.updateUser({ data: { big: "x".repeat(3_000) } })).error?.code).toBe("validation_failed");
  const { data: refreshed } = await auth.refreshSession();
  expect(refreshed.user?.user_metadata).toEqual({ theme: "dark" });
});

it("nobody can give rights to themselves", async () => {
  const { auth } = await aSignedInClient(await serveBuiltinAuth());
  const { data } = await auth.updateUser({ data: { role: "service_role", app_metadata: { role: "god" } } });
  expect(data.user).toMatchObject({ role: "authenticated", app_metadata: { role: "admin" } });
});
