import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aFactor, aSession, authError, fakeGateway, noNetwork } from "../features/admin/fake-gateway.case.ts";
import { type OwnerAuth, openAuth } from "./auth.ts";
import { answersTooLate } from "./too-late.case.ts";

const REFRESH = "/auth/v1/token?grant_type=refresh_token";
const beside: BroadcastChannel[] = [];
let key = "";
let count = 0;

beforeEach(() => {
  count += 1;
  // The client speaks up when two of one name are opened on a page.
  key = `auth-test-${count}`;
});
afterEach(() => {
  for (const channel of beside.splice(0)) channel.close();
  sessionStorage.clear();
});

const keep = (session: object) => sessionStorage.setItem(key, JSON.stringify(session));

/** Another tab of this browser, which is signed in. */
function anotherTabWith(session: object): void {
  const channel = new BroadcastChannel(`${key}-tabs`);
  channel.onmessage = ({ data }) => {
    if ("ask" in data) channel.postMessage({ session });
  };
  beside.push(channel);
}

test("a tab without a session borrows that of another tab", async () => {
  fakeGateway();
  anotherTabWith(aSession());
  const auth = await openAuth(key);
  expect(await auth.standing()).toEqual({ state: "signed-out" });
  await auth.borrow();
  expect(await auth.standing()).toMatchObject({ state: "signed-in", session: { refresh_token: "r1" } });
});

test("a tab that slept takes the newer session of another tab and leaves its own refresh token unused", async () => {
  const gateway = fakeGateway();
  anotherTabWith(aSession({ refreshToken: "r2" }));
  keep(aSession({ refreshToken: "r1", expiresIn: -10 }));
  const auth = await openAuth(key);
  expect(await auth.standing()).toMatchObject({ state: "signed-in", session: { refresh_token: "r2" } });
  expect(gateway.bodiesOf(REFRESH)).toEqual([]);
});

test("with tabs beside it that know nothing newer, a tab refreshes itself", async () => {
  const gateway = fakeGateway({ [`POST ${REFRESH}`]: () => Response.json(aSession({ refreshToken: "r2" })) });
  const old = aSession({ refreshToken: "r1", expiresIn: 30 });
  anotherTabWith(old);
  keep(old);
  const auth = await openAuth(key);
  expect(await auth.standing()).toMatchObject({ state: "signed-in", session: { refresh_token: "r2" } });
  expect(gateway.bodiesOf(REFRESH)).toEqual([{ refresh_token: "r1" }]);
});

test("a second step that is not passed yet stands in the way", async () => {
  fakeGateway();
  keep(aSession({ factors: [aFactor(), aFactor({ id: "f2", status: "unverified" })] }));
  const auth = await openAuth(key);
  expect(await auth.standing()).toMatchObject({ state: "second-step", factors: [{ id: "f1" }] });
  keep(aSession({ aal: "aal2", factors: [aFactor()] }));
  expect(await auth.standing()).toMatchObject({ state: "signed-in" });
});

test("asked whether the session is still good, trouble at the gateway decides nothing", async () => {
  const gateway = fakeGateway({ "GET /auth/v1/user": noNetwork });
  keep(aSession());
  const auth = await openAuth(key);
  expect(await auth.recheck()).toEqual({ state: "unreachable" });
  gateway.answer({ "GET /auth/v1/user": () => authError(429, "over_request_rate_limit") });
  expect(await auth.recheck()).toEqual({ state: "unreachable" });
  expect(sessionStorage.getItem(key)).not.toBeNull();
  gateway.answer({ "GET /auth/v1/user": () => authError(403, "session_not_found") });
  expect(await auth.recheck()).toEqual({ state: "signed-out" });
  expect(sessionStorage.getItem(key)).toBeNull();
});

test("an answer that does not come in time decides nothing", async () => {
  fakeGateway();
  keep(aSession());
  const auth = await openAuth(key);
  answersTooLate(() => Response.json(aSession().user));
  expect(await auth.recheck()).toEqual({ state: "unreachable" });
});

test("changes are told of: a sign-in, a letter, a sign-out", async () => {
  fakeGateway({
    "POST /auth/v1/token?grant_type=password": () => Response.json(aSession()),
    "POST /auth/v1/verify": () => Response.json(aSession({ sessionId: "s2" })),
  });
  const auth = await openAuth(key);
  const heard = listen(auth);
  await auth.client.signInWithPassword({ email: auth.email, password: "lanterns on the pier" });
  await auth.client.verifyOtp({ type: "recovery", token_hash: "abc" });
  await auth.client.signOut({ scope: "local" });
  await vi.waitFor(() => expect(heard).toEqual(["signed-in", "recovering", "signed-out"]));
});

function listen(auth: OwnerAuth): string[] {
  const heard: string[] = [];
  auth.onChange((change) => heard.push(change));
  return heard;
}

test.each([
  ["no network", noNetwork, { code: "unreachable" }],
  ["trouble at the gateway", () => authError(503, "unavailable"), { code: "unreachable" }],
  [
    "too many attempts",
    () => authError(429, "over_request_rate_limit", {}, { "Retry-After": "7" }),
    { code: "throttled", waitSeconds: 7 },
  ],
  ["a refusal", () => authError(400, "invalid_credentials"), { code: "invalid_credentials" }],
])("%s is told apart", async (_, answer, refusal) => {
  fakeGateway({ "POST /auth/v1/token?grant_type=password": answer });
  const auth = await openAuth(key);
  const { error } = await auth.client.signInWithPassword({ email: auth.email, password: "guess" });
  if (!error) throw new Error("The sign-in went well");
  expect(auth.refusalOf(error)).toEqual(refusal);
});

test("providers are none where the settings cannot be had", async () => {
  fakeGateway({ "GET /auth/v1/settings": noNetwork });
  expect(await (await openAuth(key)).providers()).toEqual({});
});

test("providers are none where the settings do not come in time", async () => {
  fakeGateway();
  const auth = await openAuth(key);
  answersTooLate(() => Response.json({ external: { google: true } }));
  expect(await auth.providers()).toEqual({});
});

test("a desk that was open when a provider was plugged in logs in with the present key", async () => {
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
