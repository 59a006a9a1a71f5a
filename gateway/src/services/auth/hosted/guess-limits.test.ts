import { expect, it } from "vitest";
import { aService, aToken, refusal } from "./fake-provider.case.ts";

const FACTOR = "6d1f0a52-3c5e-4f7b-9b1c-2f6a7d8e9f01";
const VERIFY = `factors/${FACTOR}/verify`;
const WEEK_S = 7 * 24 * 60 * 60;

const aClient = (n: number) => ({ key: `192.0.2.${n}`, address: `192.0.2.${n}`, userAgent: "a browser" });
/** The provider accepts the code "right". */
const provider = (_: string, { body }: RequestInit) =>
  String(body).includes("right")
    ? Response.json({ access_token: aToken({ aal: "aal2" }), refresh_token: "next", user: { id: "u1" } })
    : refusal(422, "mfa_verification_failed")();

it("the second step gets 100 guesses and then four an hour, from any number of addresses and in any spelling", async () => {
  const { answer, asked, clock } = aService(provider, { limits: true });
  for (let second = 0; second < WEEK_S; second += 300) {
    clock.ms = Date.parse("2026-03-01T12:00:00Z") + second * 1_000;
    for (const n of [1, 2, 3]) {
      const path = n === 1 ? VERIFY : `factors/${FACTOR.toUpperCase()}/verify`;
      await answer("POST", path, "", "{}", aToken(), { client: aClient(n) });
    }
  }
  expect(asked.length).toBe(100 + Math.floor((WEEK_S - 300) / 900));
});

it("made-up factors do not displace the count of the owner's factor", async () => {
  const { answer, asked, clock } = aService(
    (url) =>
      url.includes(FACTOR) ? refusal(422, "mfa_verification_failed")() : refusal(404, "mfa_factor_not_found")(),
    { limits: true },
  );
  for (let n = 0; n < 100; n += 1) {
    clock.ms += 60_000;
    await answer("POST", VERIFY, "", "{}", aToken(), { client: aClient(n) });
  }
  // The limits have room for 50,000 keys.
  for (let n = 0; n < 50_010; n += 1) {
    const madeUp = `${String(n).padStart(8, "0")}${FACTOR.slice(8)}`;
    await answer("POST", `factors/${madeUp}/verify`, "", "{}", aToken(), { client: aClient(n) });
  }
  const before = asked.length;
  for (let n = 0; n < 9; n += 1) await answer("POST", VERIFY, "", "{}", aToken(), { client: aClient(60_000 + n) });
  // In the hundred minutes, one guess every fifteen minutes is allowed.
  expect(asked.length - before).toBe(6);
});

it("a browser that has passed the second step has its own guesses and challenges, only for that factor", async () => {
  const { answer, clock } = aService(provider, { limits: true });
  const passed = await answer("POST", VERIFY, "", `{"code":"right"}`, aToken());
  const [cookie = ""] = String(passed.headers["set-cookie"]).split(";");
  expect(passed.headers["set-cookie"]).toMatch(/; Path=\/auth\/v1; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
  const challenge = VERIFY.replace("verify", "challenge");
  // Somebody with the password, in other browsers, uses up all guesses and challenges of strangers.
  for (let n = 0; n < 200; n += 1) {
    for (const path of [VERIFY, challenge]) await answer("POST", path, "", "{}", aToken(), { client: aClient(n) });
  }
  const statusOf = async (path: string, sent: string | undefined) =>
    (await answer("POST", path, "", "{}", aToken(), { cookie: sent })).status;
  for (const path of [VERIFY, challenge]) {
    expect(await statusOf(path, undefined)).toBe(429);
    expect(await statusOf(path, cookie)).toBe(422);
    expect(
      await statusOf(
        path,
        cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      ),
    ).toBe(429);
  }
  const other = VERIFY.replace("6d1f", "7d1f");
  for (let n = 0; n < 10; n += 1) await answer("POST", other, "", "{}", aToken(), { client: aClient(n) });
  expect(await statusOf(other, cookie)).toBe(429);
  clock.ms += 181 * 24 * 60 * 60 * 1_000;
  for (let n = 0; n < 100; n += 1) await answer("POST", VERIFY, "", "{}", aToken(), { client: aClient(n) });
  expect(await statusOf(VERIFY, cookie)).toBe(429);
});

it("a mailbox, in any spelling, gets three emails for a forgotten password and then one in ten minutes", async () => {
  const { answer, asked, clock } = aService(() => Response.json({}), { limits: true });
  const recover = (n: number, body: object) =>
    answer("POST", "recover", "", JSON.stringify(body), undefined, { client: aClient(n) });
  for (const email of ["owner@artist.example", "Owner@artist.example", "owner+a@artist.example"]) {
    expect((await recover(1, { email, Email: "other@artist.example" })).status).toBe(200);
  }
  expect(JSON.parse(String(asked[0]?.init.body))).toEqual({ email: "owner@artist.example" });
  expect(await recover(2, { email: "OWNER+b@artist.example" })).toMatchObject({ status: 429 });
  expect(await recover(1, { email: "elsewhere@artist.example" })).toMatchObject({ status: 429 });
  clock.ms += 600_000;
  expect((await recover(2, { email: "owner@artist.example" })).status).toBe(200);
  expect(await recover(3, { EMAIL: "owner@artist.example" })).toMatchObject({ status: 400 });
});

it("one client cannot use up the hourly limits that the provider sets for all clients together", async () => {
  const { answer, asked, clock } = aService(refusal(400, "refresh_token_not_found"), { limits: true });
  const results = new Set<number>();
  const counts = { token: 0, verify: 0 };
  for (let second = 0; second < 3_600; second += 5) {
    clock.ms += 5_000;
    const before = asked.length;
    for (const grant of ["refresh_token", "pkce", "password"]) {
      const { status } = await answer("POST", "token", `grant_type=${grant}`, `{"refresh_token":"x"}`);
      if (grant === "refresh_token") results.add(status);
    }
    counts.token += asked.length - before;
    await answer("POST", "verify", "", "{}");
    counts.verify = asked.length - counts.token;
  }
  // Source: supabase.com, Auth, "Rate limits": 1,800 and 360 an hour.
  expect(counts.token).toBeLessThan(1_300);
  expect(counts.verify).toBeLessThan(200);
  // After any 4xx a client would end its session; here it is the provider that said 400.
  expect([...results].toSorted()).toEqual([400, 503]);
});
