import { expect, it } from "vitest";
import { OWNER } from "../../../testing/signed-in.ts";
import { inFront, ofBuiltinAlone } from "../../../testing/through-hosted.ts";
import { codesIn, serveBuiltinAuth } from "../builtin.case.ts";
import { ADDRESS, aClient, aSignedInClient } from "../contract.case.ts";

type Served = Awaited<ReturnType<typeof serveBuiltinAuth>>;

/** Requests an email and waits until it was handed over. */
async function anEmail(served: Served) {
  const before = served.emails.length;
  const { error } = await aClient(served).auth.resetPasswordForEmail(OWNER.email);
  expect(error).toBeNull();
  await expect.poll(() => served.emails.length).toBe(before + 1);
  return codesIn(served.emails.at(-1));
}

it("a forgotten password is reset by the link in an email", async () => {
  const served = await serveBuiltinAuth();
  const { session: before } = await aSignedInClient(served);
  const { tokenHash } = await anEmail(served);
  const email = served.emails[0];
  expect(email).toMatchObject({ to: OWNER.email, subject: "A new password for your site" });
  expect(email?.text).toContain(`${ADDRESS}/admin?token_hash=${tokenHash}&type=recovery`);
  expect(email?.text).toContain(inFront("address of a client", { builtin: "192.0.2.1", hosted: "127.0.0.1" }));

  const client = aClient(served);
  const events: string[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  const { data, error } = await client.auth.verifyOtp({ type: "recovery", token_hash: tokenHash });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(OWNER.email);
  const password = "a new light on the porch";
  expect((await client.auth.updateUser({ password })).error).toBeNull();
  expect(events).toEqual(expect.arrayContaining(["PASSWORD_RECOVERY", "USER_UPDATED"]));

  expect((await aClient(served).auth.refreshSession(before)).error?.code).toBe("refresh_token_not_found");
  expect((await aClient(served).auth.signInWithPassword(OWNER)).error?.code).toBe("invalid_credentials");
  expect((await aClient(served).auth.signInWithPassword({ ...OWNER, password })).error).toBeNull();
  const { entries } = await served.auth.oversight.auditLog();
  expect(entries.map(({ event }) => event).slice(0, 5)).toEqual([
    "signed-in",
    "sign-in-failed",
    "password-changed",
    "recovery-used",
    "recovery-requested",
  ]);
});

it("a forgotten password can also be reset by the six digits in the email", async () => {
  const served = await serveBuiltinAuth();
  const { code } = await anEmail(served);
  const { auth } = aClient(served);
  const { data, error } = await auth.verifyOtp({ type: "recovery", email: OWNER.email, token: code });
  expect(error).toBeNull();
  const claims = await auth.getClaims(data.session?.access_token);
  expect(claims.data?.claims.amr).toEqual([{ method: "recovery", timestamp: expect.any(Number) }]);
});

it("an email is not sent after its code has expired", async () => {
  const now = new Date();
  const served = await serveBuiltinAuth({ clock: () => now });
  await anEmail(served);
  expect(served.emails[0]?.until).toEqual(new Date(now.getTime() + 60 * 60_000));
});

it("the link of an email works once, within an hour, and a later email does not invalidate it", async () => {
  const served = await serveBuiltinAuth();
  const first = await anEmail(served);
  const second = await anEmail(served);
  const verify = async (token_hash: string) =>
    (await aClient(served).auth.verifyOtp({ type: "recovery", token_hash })).error;
  expect(await verify(first.tokenHash)).toBeNull();
  for (const { tokenHash } of [first, second]) {
    expect(await verify(tokenHash)).toMatchObject({ status: 403, code: "otp_expired" });
  }
  const late = await anEmail(served);
  served.pass(3_599);
  expect(await verify(late.tokenHash)).toBeNull();
  const tooLate = await anEmail(served);
  served.pass(3_600);
  expect(await verify(tooLate.tokenHash)).toMatchObject({ code: "otp_expired" });
});

it("wrong guesses use up the six digits, but the link still works", async () => {
  const served = await serveBuiltinAuth();
  const { tokenHash, code } = await anEmail(served);
  const { auth } = aClient(served);
  const guess = (token: string) => auth.verifyOtp({ type: "recovery", email: OWNER.email, token });
  for (let count = 0; count < 5; count += 1) {
    expect((await guess(code === "000000" ? "111111" : "000000")).error?.code).toBe("otp_expired");
  }
  expect((await guess(code)).error?.code).toBe("otp_expired");
  expect((await auth.verifyOtp({ type: "recovery", token_hash: tokenHash })).error).toBeNull();
});

it(
  "guesses for one address are limited for all clients together, and in the same way for an unknown address",
  ofBuiltinAlone("limits of its own"),
  async () => {
    const served = await serveBuiltinAuth({ limits: true });
    for (const email of [OWNER.email, "nobody@artist.example"]) {
      const codes: (string | undefined)[] = [];
      for (let count = 0; count < 7; count += 1) {
        const fetch = served.fetchFrom({ key: `198.51.100.${count}` });
        const { auth } = aClient({ ...served, fetch });
        codes.push((await auth.verifyOtp({ type: "recovery", email, token: "123456" })).error?.code);
      }
      expect(codes).toEqual([...Array<string>(5).fill("otp_expired"), ...Array(2).fill("over_request_rate_limit")]);
    }
  },
);

it("many guesses at short codes do not block the link of an email", ofBuiltinAlone("limits of its own"), async () => {
  const served = await serveBuiltinAuth({ limits: true });
  const { tokenHash } = await anEmail(served);
  const guess = (key: string, email: string) =>
    aClient({ ...served, fetch: served.fetchFrom({ key }) }).auth.verifyOtp({
      type: "recovery",
      email,
      token: "123456",
    });
  for (let count = 0; count < 60; count += 1) {
    const { error } = await guess(`198.51.100.${count}`, `nobody-${count}@artist.example`);
    expect(error?.code).toBe("otp_expired");
  }
  expect((await guess("203.0.113.9", "somebody@artist.example")).error?.code).toBe("over_request_rate_limit");
  expect((await aClient(served).auth.verifyOtp({ type: "recovery", token_hash: tokenHash })).error).toBeNull();
});

it("requests for other addresses, from many clients, do not block the owner's request", async () => {
  const served = await serveBuiltinAuth({ limits: true });
  for (let count = 0; count < 40; count += 1) {
    const { auth } = aClient({ ...served, fetch: served.fetchFrom({ key: `198.51.100.${count}` }) });
    expect((await auth.resetPasswordForEmail(`nobody-${count}@artist.example`)).error).toBeNull();
  }
  await anEmail(served);
});

it(
  "emails to an unknown address are not sent, but the requests are limited in the same way",
  ofBuiltinAlone("limits of its own"),
  async () => {
    for (const email of [OWNER.email, "nobody@artist.example"]) {
      const served = await serveBuiltinAuth({ limits: true });
      const codes: (string | undefined)[] = [];
      for (let count = 0; count < 5; count += 1) {
        codes.push((await aClient(served).auth.resetPasswordForEmail(email)).error?.code);
      }
      const tooMany = "over_email_send_rate_limit";
      expect(codes).toEqual([undefined, undefined, undefined, tooMany, tooMany]);
      const expected = email === OWNER.email ? 3 : 0;
      await expect.poll(() => served.emails.length).toBe(expected);
    }
  },
);

it(
  "one client can request three emails, then one in five minutes; for one address three, then one in ten",
  ofBuiltinAlone("limits of its own"),
  async () => {
    const served = await serveBuiltinAuth({ limits: true });
    const isAccepted = async (key: string, email: string) => {
      const { auth } = aClient({ ...served, fetch: served.fetchFrom({ key }) });
      return (await auth.resetPasswordForEmail(email)).error === null;
    };
    let asked = 0;
    const fromOnePlace = () => isAccepted("192.0.2.1", `nobody-${asked++}@artist.example`);
    const toOneAddress = () => isAccepted(`198.51.100.${asked++}`, "somebody@artist.example");
    for (const [ask, seconds] of [[fromOnePlace, 300] as const, [toOneAddress, 600] as const]) {
      const answers = [await ask(), await ask(), await ask(), await ask()];
      served.pass(seconds - 1);
      answers.push(await ask());
      served.pass(1);
      answers.push(await ask(), await ask());
      expect(answers).toEqual([true, true, true, false, false, true, false]);
    }
  },
);

it(
  "strangers who request emails do not block the owner on a known browser",
  ofBuiltinAlone("limits of its own"),
  async () => {
    const served = await serveBuiltinAuth({ limits: true });
    const ask = (cookie?: string, fetch = served.fetch) =>
      fetch(`${ADDRESS}/auth/v1/recover`, {
        method: "POST",
        headers: { apikey: served.anonymousKey, ...(cookie && { cookie }) },
        body: JSON.stringify({ email: OWNER.email }),
      });
    const signedIn = await served.fetch(`${ADDRESS}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: served.anonymousKey },
      body: JSON.stringify(OWNER),
    });
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0];
    for (let count = 0; count < 5; count += 1) await ask(undefined, served.fetchFrom({ key: `198.51.100.${count}` }));
    expect((await ask(undefined, served.fetchFrom({ key: "203.0.113.9" }))).status).toBe(429);
    expect((await ask(cookie)).status).toBe(200);
  },
);

it("an email only links to this site", async () => {
  const served = await serveBuiltinAuth();
  const { auth } = aClient(served);
  const ask = async (redirectTo: string) => (await auth.resetPasswordForEmail(OWNER.email, { redirectTo })).error?.code;
  for (const elsewhere of ["https://evil.example/", "https://artist.example.evil.example/", "//evil.example/"]) {
    expect(await ask(elsewhere)).toBe("validation_failed");
  }
  for (const none of ["javascript:alert(1)", `blob:${ADDRESS}/admin`]) {
    expect(await ask(none)).toBe("validation_failed");
  }
  expect(await ask("https://evil.example@artist.example/admin?from=email#x")).toBeUndefined();
  await expect.poll(() => served.emails.length).toBe(1);
  expect(served.emails[0]?.text).toMatch(/https:\/\/artist\.example\/admin\?token_hash=[\w-]{43}&type=recovery\n/);
});

it("the link leads to the dashboard, whatever page of this site was requested", async () => {
  const served = await serveBuiltinAuth();
  // A stranger may have used up the owner's emails, so each of them has a link that works.
  await aClient(served).auth.resetPasswordForEmail(OWNER.email, { redirectTo: `${ADDRESS}/nowhere` });
  await expect.poll(() => served.emails.length).toBe(1);
  expect(served.emails[0]?.text).toMatch(/https:\/\/artist\.example\/admin\?token_hash=[\w-]{43}&type=recovery\n/);
});

it("if an email cannot be sent, this is logged and the response stays the same", async () => {
  const served = await serveBuiltinAuth({ sendEmail: () => Promise.reject(new Error("no post today")) });
  expect((await aClient(served).auth.resetPasswordForEmail(OWNER.email)).error).toBeNull();
  await expect.poll(() => served.errors).toEqual([new Error("no post today")]);
});
