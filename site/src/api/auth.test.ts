import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aFactor, aSession, authError, fakeGateway, noNetwork } from "../features/admin/fake-gateway.case.ts";
import { type OwnerAuth, openAuth } from "./auth.ts";
import { answersTooLate } from "./too-late.case.ts";

const REFRESH = "/auth/v1/token?grant_type=refresh_token";
const otherTabs: BroadcastChannel[] = [];
let key = "";
let count = 0;

beforeEach(() => {
  count += 1;
  // Without its own key for each test, the auth client would warn about a second client.
  key = `auth-test-${count}`;
});
afterEach(() => {
  for (const channel of otherTabs.splice(0)) channel.close();
  sessionStorage.clear();
});

const store = (session: object) => sessionStorage.setItem(key, JSON.stringify(session));

/** Opens another tab with a session. */
function openTabWith(session: object): void {
  const channel = new BroadcastChannel(`${key}-tabs`);
  channel.onmessage = ({ data }) => {
    if ("ask" in data) channel.postMessage({ session });
  };
  otherTabs.push(channel);
}

test("a tab without a session adopts the session of another tab", async () => {
  fakeGateway();
  openTabWith(aSession());
  const auth = await openAuth(key);
  expect(await auth.readState()).toEqual({ state: "signed-out" });
  await auth.borrow();
  expect(await auth.readState()).toMatchObject({ state: "signed-in", session: { refresh_token: "r1" } });
});

test("a tab that was asleep adopts another tab's newer session and does not use its own refresh token", async () => {
  const gateway = fakeGateway();
  openTabWith(aSession({ refreshToken: "r2" }));
  store(aSession({ refreshToken: "r1", expiresIn: -10 }));
  const auth = await openAuth(key);
  expect(await auth.readState()).toMatchObject({ state: "signed-in", session: { refresh_token: "r2" } });
  expect(gateway.bodiesOf(REFRESH)).toEqual([]);
});

test("a tab refreshes its session if no other tab has a newer one", async () => {
  const gateway = fakeGateway({ [`POST ${REFRESH}`]: () => Response.json(aSession({ refreshToken: "r2" })) });
  const old = aSession({ refreshToken: "r1", expiresIn: 30 });
  openTabWith(old);
  store(old);
  const auth = await openAuth(key);
  expect(await auth.readState()).toMatchObject({ state: "signed-in", session: { refresh_token: "r2" } });
  expect(gateway.bodiesOf(REFRESH)).toEqual([{ refresh_token: "r1" }]);
});

test("a session needs the second step if it has a verified factor", async () => {
  fakeGateway();
  store(aSession({ factors: [aFactor(), aFactor({ id: "f2", status: "unverified" })] }));
  const auth = await openAuth(key);
  expect(await auth.readState()).toMatchObject({ state: "second-step", factors: [{ id: "f1" }] });
  store(aSession({ aal: "aal2", factors: [aFactor()] }));
  expect(await auth.readState()).toMatchObject({ state: "signed-in" });
});

test("a failed check of the session changes nothing, and a check that finds it ended signs out", async () => {
  const gateway = fakeGateway({ "GET /auth/v1/user": noNetwork });
  store(aSession());
  const auth = await openAuth(key);
  expect(await auth.recheck()).toEqual({ state: "unreachable" });
  gateway.answer({ "GET /auth/v1/user": () => authError(429, "over_request_rate_limit") });
  expect(await auth.recheck()).toEqual({ state: "unreachable" });
  expect(sessionStorage.getItem(key)).not.toBeNull();
  gateway.answer({ "GET /auth/v1/user": () => authError(403, "session_not_found") });
  expect(await auth.recheck()).toEqual({ state: "signed-out" });
  expect(sessionStorage.getItem(key)).toBeNull();
});

test("a check that times out changes nothing", async () => {
  fakeGateway();
  store(aSession());
  const auth = await openAuth(key);
  answersTooLate(() => Response.json(aSession().user));
  expect(await auth.recheck()).toEqual({ state: "unreachable" });
});

test("reports changes: a sign-in, an email for a new password, a sign-out", async () => {
  fakeGateway({
    "POST /auth/v1/token?grant_type=password": () => Response.json(aSession()),
    "POST /auth/v1/verify": () => Response.json(aSession({ sessionId: "s2" })),
  });
  const auth = await openAuth(key);
  const changes = listen(auth);
  await auth.client.signInWithPassword({ email: auth.email, password: "lanterns on the pier" });
  await auth.client.verifyOtp({ type: "recovery", token_hash: "abc" });
  await auth.client.signOut({ scope: "local" });
  await vi.waitFor(() => expect(changes).toEqual(["signed-in", "recovering", "signed-out"]));
});

function listen(auth: OwnerAuth): string[] {
  const changes: string[] = [];
  auth.onChange((change) => changes.push(change));
  return changes;
}

test.each([
  ["no network", noNetwork, { code: "unreachable" }],
  ["a server error", () => authError(503, "unavailable"), { code: "unreachable" }],
  [
    "too many attempts",
    () => authError(429, "over_request_rate_limit", {}, { "Retry-After": "7" }),
    { code: "throttled", waitSeconds: 7 },
  ],
  ["an error", () => authError(400, "invalid_credentials"), { code: "invalid_credentials" }],
])("%s has its own code", async (_, response, failure) => {
  fakeGateway({ "POST /auth/v1/token?grant_type=password": response });
  const auth = await openAuth(key);
  const { error } = await auth.client.signInWithPassword({ email: auth.email, password: "guess" });
  if (!error) throw new Error("The sign-in succeeded");
  expect(auth.toAuthFailure(error)).toEqual(failure);
});

test("there are no providers if the settings cannot be fetched", async () => {
  fakeGateway({ "GET /auth/v1/settings": noNetwork });
  expect(await (await openAuth(key)).providers()).toEqual({});
});

test("there are no providers if the settings time out", async () => {
  fakeGateway();
  const auth = await openAuth(key);
  answersTooLate(() => Response.json({ external: { google: true } }));
  expect(await auth.providers()).toEqual({});
});

test("after a provider was connected, an open dashboard signs in with the new key", async () => {
  const database = { url: location.origin, anonKey: "another-key" };
  const gateway = fakeGateway({
    "POST /auth/v1/token?grant_type=password": ({ headers }) =>
      headers.get("apikey") === "another-key" ? Response.json(aSession()) : authError(401, "no_authorization"),
  });
  const auth = await openAuth(key);
  gateway.answer({
    "GET /config.json": () => Response.json({ database, admin: { email: auth.email }, services: {} }),
  });
  const { error } = await auth.client.signInWithPassword({ email: auth.email, password: "lantern" });
  expect(error).toBeNull();
});
