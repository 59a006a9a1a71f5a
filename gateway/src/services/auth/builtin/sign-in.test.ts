import { PASSWORD_MAX_LENGTH } from "@porchlight/protocol/limits.ts";
import { expect, it } from "vitest";
import type { SqlValue, Writer } from "../../../data/statements.ts";
import { aGateway } from "../../../testing/gateway-in-memory.ts";
import { OWNER, quickHasher } from "../../../testing/signed-in.ts";
import { ofBuiltinAlone } from "../../../testing/through-hosted.ts";
import { serveBuiltinAuth } from "../builtin.case.ts";
import { ADDRESS, aClient, aSignedInClient } from "../contract.case.ts";
import { createPasswordHasher, type PasswordHasher } from "./passwords.ts";
import { findOwner } from "./users.ts";

type Served = Awaited<ReturnType<typeof serveBuiltinAuth>>;

/** Signs in without a client, to read headers and send cookies. */
function signIn({ anonymousKey, fetch }: Pick<Served, "anonymousKey" | "fetch">, password: string, cookie?: string) {
  return fetch(`${ADDRESS}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: anonymousKey, "X-Supabase-Api-Version": "2024-01-01", ...(cookie && { cookie }) },
    body: JSON.stringify({ email: OWNER.email, password }),
  });
}

it("an unknown address costs exactly as much work as a wrong password: one hash, the same reads and writes", async () => {
  const work: string[] = [];
  const counting: PasswordHasher = {
    ...quickHasher,
    verify(password, phc) {
      work.push(`verify ${phc}`);
      return quickHasher.verify(password, phc);
    },
  };
  const served = await serveBuiltinAuth({ hasher: counting });
  const { data } = served;
  const { get, all } = data.read;
  const { write } = data;
  Object.assign(data.read, {
    get: (sql: string, ...values: SqlValue[]) => work.push(sql) && get(sql, ...values),
    all: (sql: string, ...values: SqlValue[]) => work.push(sql) && all(sql, ...values),
  });
  Object.assign(data, { write: (change: (writer: Writer) => unknown) => work.push("write") && write(change) });

  const workOf = async (attempt: typeof OWNER) => {
    // Failures of one address within a minute are counted together, so each attempt gets its own minute.
    served.pass(60);
    work.length = 0;
    expect((await aClient(served).auth.signInWithPassword(attempt)).error?.code).toBe("invalid_credentials");
    return [...work];
  };
  await workOf({ ...OWNER, password: "a first one" });
  const known = await workOf({ ...OWNER, password: "not this one" });
  expect(await workOf({ email: "nobody@artist.example", password: OWNER.password })).toEqual(known);
  expect(known.filter((step) => step.startsWith("verify"))).toHaveLength(1);
});

it("a token carries every claim that clients and other services read", async () => {
  const served = await serveBuiltinAuth();
  const { auth, session } = await aSignedInClient(served);
  const { data } = await auth.getClaims(session.access_token);
  const { iat = 0, exp = 0 } = data?.claims ?? {};
  expect(data?.claims).toMatchObject({
    iss: `${ADDRESS}/auth/v1`,
    sub: session.user.id,
    aud: "authenticated",
    role: "authenticated",
    email: OWNER.email,
    phone: "",
    app_metadata: { provider: "email", role: "admin" },
    user_metadata: {},
    aal: "aal1",
    amr: [{ method: "password", timestamp: iat }],
    is_anonymous: false,
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(exp - iat).toBe(3_600);
  expect(session.expires_in).toBe(3_600);
  expect(session.expires_at).toBe(exp);
  expect(session.user.identities).toMatchObject([{ provider: "email", identity_data: { email: OWNER.email } }]);
});

it("an address is accepted in any case and with white space around it", async () => {
  const { auth } = aClient(await serveBuiltinAuth());
  const { error } = await auth.signInWithPassword({ ...OWNER, email: " OWNER@LocalHost " });
  expect(error).toBeNull();
});

it.each([
  ["no password", { email: OWNER.email }, 400, "validation_failed"],
  ["a password that is not text", { email: OWNER.email, password: { $ne: "" } }, 400, "validation_failed"],
  ["half a character", { email: OWNER.email, password: "\ud83c" }, 400, "validation_failed"],
  ["an empty one", { email: OWNER.email, password: "" }, 400, "invalid_credentials"],
  ["emoji", { email: OWNER.email, password: "\u{1f3b8}".repeat(30) }, 400, "invalid_credentials"],
  [
    "a very long one",
    { email: OWNER.email, password: "x".repeat(PASSWORD_MAX_LENGTH + 1) },
    400,
    "invalid_credentials",
  ],
])("%s is rejected", async (_, body, status, code) => {
  const { fetch, anonymousKey } = await serveBuiltinAuth();
  const answer = await fetch(`${ADDRESS}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: anonymousKey },
    body: JSON.stringify(body),
  });
  // Without the version header, the text code is in error_code.
  expect([answer.status, await answer.json()]).toEqual([
    status,
    { code: status, error_code: code, msg: expect.any(String) },
  ]);
});

it("an unknown grant is rejected", async () => {
  const { fetch, anonymousKey } = await serveBuiltinAuth();
  const answer = await fetch(`${ADDRESS}/auth/v1/token?grant_type=id_token`, {
    method: "POST",
    headers: { apikey: anonymousKey, "X-Supabase-Api-Version": "2024-01-01" },
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: "validation_failed" }]);
  expect(answer.headers.get("x-supabase-api-version")).toBe("2024-01-01");
});

it("an old hash is replaced by a stronger one at the next sign-in", async () => {
  const stronger = createPasswordHasher({ memory: 16, passes: 1, parallelism: 1 });
  let hasher = quickHasher;
  const changing: PasswordHasher = {
    hash: (password) => hasher.hash(password),
    verify: (password, phc) => hasher.verify(password, phc),
    isCurrent: (phc) => hasher.isCurrent(phc),
  };
  const served = await serveBuiltinAuth({ hasher: changing });
  hasher = stronger;
  await aSignedInClient(served);
  await expect.poll(() => findOwner(served.data.read)?.passwordHash).toContain("m=16,");
  await aSignedInClient(served);
});

it(
  "1,000 wrong passwords are throttled and cause few log entries, and the owner can sign in, at once on a known browser",
  ofBuiltinAlone("known browsers"),
  async () => {
    const served = await serveBuiltinAuth({ limits: true });
    const { anonymousKey, pass, auth } = served;
    let hashes = 0;
    const known = await signIn(served, OWNER.password);
    const cookie = known.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^__Secure-porchlight-device=[\w-]{43}; Path=\/auth\/v1; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
    );

    const statuses: number[] = [];
    for (let count = 0; count < 1_000; count += 1) {
      const answer = await signIn(served, `guess ${count}`);
      statuses.push(answer.status);
      if (answer.status === 400) hashes += 1;
      if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      if (count === 999) expect(await answer.json()).toMatchObject({ code: "over_request_rate_limit" });
      // All guesses take a minute.
      pass(0.06);
      if (count === 500) {
        // From the same address, on the known browser.
        expect((await signIn(served, OWNER.password, cookie.split(";")[0])).status).toBe(200);
        // From another address, on an unknown browser.
        const elsewhere = { anonymousKey, fetch: served.fetchFrom({ key: "198.51.100.7", address: "198.51.100.7" }) };
        expect((await signIn(elsewhere, OWNER.password)).status).toBe(200);
      }
    }
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(hashes).toBeLessThanOrEqual(22);

    // A minute later, from the same address, on an unknown browser.
    pass(60);
    expect((await signIn(served, OWNER.password)).status).toBe(200);

    const { entries } = await auth.oversight.auditLog();
    const throttled = entries.filter(({ event }) => event === "sign-in-throttled");
    expect(throttled.length).toBeLessThanOrEqual(2);
    expect(throttled.reduce((sum, { details }) => sum + Number(details.count), 0)).toBe(1_000 - hashes);
    expect(entries.length).toBeLessThan(10);
    expect(served.errors).toEqual([]);
  },
);

it("a made-up cookie does not make a browser known", async () => {
  const served = await serveBuiltinAuth({ limits: true });
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    statuses.push((await signIn(served, "wrong", `__Secure-porchlight-device=made-up-${count}`)).status);
  }
  expect(statuses.slice(-2)).toEqual([429, 429]);
});

it(
  "a known browser has its own limit, and a successful sign-in resets the limit of an address",
  ofBuiltinAlone("known browsers"),
  async () => {
    const served = await serveBuiltinAuth({ limits: true });
    const cookie = (await signIn(served, OWNER.password)).headers.get("set-cookie")?.split(";")[0];
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await signIn(served, "wrong", cookie)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);

    for (let count = 0; count < 9; count += 1) await signIn(served, "wrong");
    expect((await signIn(served, OWNER.password)).status).toBe(200);
    for (let count = 0; count < 9; count += 1) expect((await signIn(served, "wrong")).status).toBe(400);
  },
);

it("sign-ins that do not fit into the queue are rejected at once", ofBuiltinAlone("limits of its own"), async () => {
  const releases: (() => void)[] = [];
  const slow: PasswordHasher = {
    ...quickHasher,
    async verify(password, phc) {
      await new Promise<void>((resolve) => releases.push(resolve));
      return quickHasher.verify(password, phc);
    },
  };
  const served = await serveBuiltinAuth({ hasher: slow });
  const waiting = Array.from({ length: 30 }, () => signIn(served, "wrong"));
  const statuses = waiting.map((answer) => answer.then(({ status }) => status));
  const done = new Set<number>();
  for (const status of statuses) void status.then((code) => done.add(code));
  await expect.poll(() => [...done]).toEqual([429]);
  let isOver = false;
  const all = Promise.all(statuses).then((codes) => {
    isOver = true;
    return codes;
  });
  while (!isOver) {
    releases.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await all).filter((code) => code === 400)).toHaveLength(21);
});

it("the gateway's own limits never reject a refresh with 429, and do not use up sign-ins", async () => {
  const { auth } = await serveBuiltinAuth({ limits: true });
  const gateway = aGateway({ auth });
  const post = async (query: string, body: object) =>
    gateway.fetch(
      new Request(`${ADDRESS}/auth/v1/token?${query}`, {
        method: "POST",
        headers: { apikey: auth.anonymousKey },
        body: JSON.stringify(body),
      }),
    );
  const statuses = new Set<number>();
  for (let count = 0; count < 100; count += 1) {
    statuses.add((await post("grant_type=refresh_token", { refresh_token: "x" })).status);
  }
  expect([...statuses]).toEqual([400, 503]);
  expect((await post("grant_type=password", OWNER)).status).toBe(200);
});
