import { expect, it } from "vitest";
import { inFront } from "../../../testing/through-hosted.ts";
import { serveBuiltinAuth } from "../builtin.case.ts";
import { ADDRESS, aClient, aSignedInClient } from "../contract.case.ts";
import { addTokenAfter } from "./refresh-tokens.ts";

type Served = Awaited<ReturnType<typeof serveBuiltinAuth>>;

/** Exchanges a refresh token with a new client. */
async function refresh(served: Served, refresh_token: string | undefined) {
  const { data, error } = await aClient(served).auth.refreshSession({ refresh_token: refresh_token ?? "" });
  return { token: data.session?.refresh_token, session: data.session, code: error?.code };
}

it("two tabs that refresh at the same time get the same token, which is the session's only unused one", async () => {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  const [one, other] = await Promise.all([
    refresh(served, session.refresh_token),
    refresh(served, session.refresh_token),
  ]);
  expect(one.token).toBeDefined();
  expect(other.token).toBe(one.token);
  const count = served.data.read.get<{ unused: number }>(
    "SELECT count(*) AS unused FROM refresh_tokens WHERE used_at IS NULL",
  );
  expect(count?.unused).toBe(1);
});

it("a used token works again as long as its next token is unused, because the response may have been lost", async () => {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  const lost = await refresh(served, session.refresh_token);
  served.pass(3_600);
  const again = await refresh(served, session.refresh_token);
  expect(again.token).toBe(lost.token);
  expect((await refresh(served, again.token)).code).toBeUndefined();
});

it("a used token works again within 10 seconds, and returns the newest token", async () => {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  const second = await refresh(served, session.refresh_token);
  const third = await refresh(served, second.token);
  served.pass(9);
  expect((await refresh(served, session.refresh_token)).token).toBe(third.token);
});

it("a token that is used again later ends the whole session, and the audit log records it", async () => {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  const second = await refresh(served, session.refresh_token);
  const third = await refresh(served, second.token);
  served.pass(11);
  expect((await refresh(served, session.refresh_token)).code).toBe("refresh_token_already_used");
  expect((await refresh(served, third.token)).code).toBe("refresh_token_not_found");
  const authorization = `Bearer ${third.session?.access_token}`;
  expect(await served.identify({ apikey: served.anonymousKey, authorization })).toEqual({
    ok: false,
    reason: "ended-session",
  });
  const { entries } = await served.auth.oversight.auditLog();
  expect(entries[0]).toMatchObject({
    event: "session-revoked-by-reuse",
    address: inFront("address of a client", { builtin: "192.0.2.1", hosted: "127.0.0.1" }),
  });
});

it("a token that is used again ends the session even if the clock was set back", async () => {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  served.pass(3_600);
  const second = await refresh(served, session.refresh_token);
  await refresh(served, second.token);
  served.pass(-1_800);
  expect((await refresh(served, session.refresh_token)).code).toBe("refresh_token_already_used");
});

/** A session after a second step. Its newest token does not derive from `before`, the token from before that step. */
async function aSessionAfterSecondStep() {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  // Every access token of the gateway has this claim.
  const { session_id } = JSON.parse(Buffer.from(session.access_token.split(".")[1] ?? "", "base64url").toString()) as {
    session_id: string;
  };
  const newest = await served.data.write((writer) => addTokenAfter(writer, session_id, served.auth.context.clock()));
  return { served, before: session.refresh_token, newest };
}

it("a tab that refreshes while another tab passes a second step is rejected, and the session continues", async () => {
  const { served, before, newest } = await aSessionAfterSecondStep();
  expect((await refresh(served, before)).code).toBe("refresh_token_already_used");
  expect((await refresh(served, newest)).code).toBeUndefined();
});

it("a token from before a second step ends the session if it is used more than 10 seconds later", async () => {
  const { served, before, newest } = await aSessionAfterSecondStep();
  served.pass(11);
  expect((await refresh(served, before)).code).toBe("refresh_token_already_used");
  expect((await refresh(served, newest)).code).toBe("refresh_token_not_found");
});

it("a session ends when it was not used for 30 days", async () => {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  served.pass(30 * 24 * 3_600 - 1);
  const stored = await refresh(served, session.refresh_token);
  expect(stored.code).toBeUndefined();
  served.pass(30 * 24 * 3_600);
  expect((await refresh(served, stored.token)).code).toBe("session_expired");
});

it("a session ends after 90 days, even if it is used", async () => {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  let token = session.refresh_token;
  const codes: unknown[] = [];
  for (let day = 0; day < 90; day += 10) {
    served.pass(10 * 24 * 3_600);
    const next = await refresh(served, token);
    codes.push(next.code);
    token = next.token ?? token;
  }
  expect(codes.slice(0, -1)).toEqual(Array.from({ length: 8 }));
  expect(codes.at(-1)).toBe("session_expired");
});

it("the next sign-in deletes ended sessions and their tokens", async () => {
  const served = await serveBuiltinAuth();
  await aSignedInClient(served);
  served.pass(30 * 24 * 3_600);
  await aSignedInClient(served);
  for (const table of ["sessions", "refresh_tokens"]) {
    expect(served.data.read.all(`SELECT * FROM ${table}`)).toHaveLength(1);
  }
});

it("the data file holds no token in plain text", async () => {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  const next = await refresh(served, session.refresh_token);
  const stored = JSON.stringify(served.data.read.all("SELECT * FROM refresh_tokens"));
  for (const token of [session.refresh_token, next.token]) expect(stored).not.toContain(token);
});

it("an error of the gateway returns 503, so that the client stays signed in", async () => {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  const { write } = served.data;
  Object.assign(served.data, { write: () => Promise.reject(new Error("the disk is full")) });
  const answer = await served.fetch(`${ADDRESS}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { apikey: served.anonymousKey },
    body: JSON.stringify({ refresh_token: session.refresh_token }),
  });
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toContain("disk");
  expect(served.errors).toEqual([new Error("the disk is full")]);
  Object.assign(served.data, { write });
  expect((await refresh(served, session.refresh_token)).code).toBeUndefined();
});
