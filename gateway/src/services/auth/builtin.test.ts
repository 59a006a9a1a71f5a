import { describe, expect, it } from "vitest";
import { anAdminToken, anAuth, aPersonToken } from "../../testing/signed-in.ts";
import { serveBuiltinAuth } from "./builtin.case.ts";
import type { BuiltinAuth } from "./builtin.ts";
import { ADDRESS, describeAuthService } from "./contract.case.ts";

describe("the built-in auth service", () => {
  describeAuthService(() => serveBuiltinAuth());

  const identify = ({ anonymousKey, identify }: BuiltinAuth, authorization?: string, apikey = anonymousKey) =>
    identify({ apikey, authorization });

  it("has an anonymous key with its issuer and the role of every visitor", async () => {
    const { anonymousKey } = await serveBuiltinAuth();
    const [header, claims] = anonymousKey.split(".").slice(0, 2).map(decode);
    expect(header).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(claims).toMatchObject({ role: "anon", iss: `${ADDRESS}/auth/v1` });
  });

  it("has the same anonymous key after a restart, and accepts the key from before the site moved", async () => {
    const { auth, data } = await serveBuiltinAuth();
    const clock = () => new Date("2026-03-02T12:00:00Z");
    expect((await anAuth(data, { publicUrl: ADDRESS, clock })).anonymousKey).toBe(auth.anonymousKey);
    const moved = await anAuth(data, { publicUrl: "https://other.example", clock });
    expect(moved.anonymousKey).not.toBe(auth.anonymousKey);
    const visitor = { ok: true, caller: { role: "anonymous" } };
    expect(await identify(moved, undefined, auth.anonymousKey)).toEqual(visitor);
  });

  it("identifies a request with the anonymous key as a visitor's, even if the key is also the token", async () => {
    const { auth } = await serveBuiltinAuth();
    const visitor = { ok: true, caller: { role: "anonymous" } };
    expect(await identify(auth)).toEqual(visitor);
    expect(await identify(auth, `Bearer ${auth.anonymousKey}`)).toEqual(visitor);
    expect(await identify(auth, "Basic b3duZXI6cHc=")).toEqual(visitor);
  });

  it("rejects a request without a key or with an unknown key", async () => {
    const { auth } = await serveBuiltinAuth();
    const authorization = `Bearer ${auth.anonymousKey}`;
    expect(await auth.identify({ apikey: undefined, authorization })).toEqual({ ok: false, reason: "missing-key" });
    const unknown = { ok: false, reason: "unknown-key" };
    expect(await identify(auth, undefined, "sb_publishable_other")).toEqual(unknown);
    expect(await identify(auth, undefined, await anAdminToken(auth))).toEqual(unknown);
  });

  it("identifies the owner and a person without rights by their tokens", async () => {
    const { auth } = await serveBuiltinAuth();
    expect(await identify(auth, `Bearer ${await anAdminToken(auth)}`)).toMatchObject({
      ok: true,
      caller: { role: "authenticated", admin: true, needsSecondStep: false, email: "owner@localhost" },
    });
    expect(await identify(auth, `bearer ${await aPersonToken(auth)}`)).toMatchObject({
      ok: true,
      caller: { role: "authenticated", admin: false, needsSecondStep: false },
    });
  });

  it("rejects a token after an hour, even if it has accepted the token before", async () => {
    const { auth, pass } = await serveBuiltinAuth();
    const [seen, unseen] = [await anAdminToken(auth), await anAdminToken(auth)];
    expect(await identify(auth, `Bearer ${seen}`)).toMatchObject({ ok: true });
    pass(3_599);
    expect(await identify(auth, `Bearer ${seen}`)).toMatchObject({ ok: true });
    pass(1);
    for (const token of [seen, unseen]) {
      expect(await identify(auth, `Bearer ${token}`)).toEqual({ ok: false, reason: "expired-token" });
    }
  });

  it("rejects the token of a session that has ended, even if another process ended it", async () => {
    const { auth, data } = await serveBuiltinAuth();
    const token = await anAdminToken(auth);
    expect(await identify(auth, `Bearer ${token}`)).toMatchObject({ ok: true });
    await data.write((writer) => writer.run("DELETE FROM sessions"));
    expect(await identify(auth, `Bearer ${token}`)).toEqual({ ok: false, reason: "ended-session" });
  });

  it("rejects a token that another site signed, a changed token, and text that is not a token", async () => {
    const { auth } = await serveBuiltinAuth();
    const foreign = await anAdminToken((await serveBuiltinAuth()).auth);
    const [header, claims, signature] = (await aPersonToken(auth)).split(".");
    const promoted = encode({ ...decode(claims ?? ""), app_metadata: { role: "admin" } });
    const unsigned = encode({ alg: "none", typ: "JWT" });
    const symmetric = encode({ ...decode(header ?? ""), alg: "HS256" });
    for (const token of [
      foreign,
      `${header}.${promoted}.${signature}`,
      `${unsigned}.${promoted}.`,
      `${symmetric}.${promoted}.${signature}`,
      "a.b.c",
      "",
      "\u{1f3b8}",
    ]) {
      expect(await identify(auth, `Bearer ${token}`)).toEqual({ ok: false, reason: "invalid-token" });
    }
  });

  it("stores the private key in the data file and exposes it nowhere", async () => {
    const { auth, data } = await serveBuiltinAuth();
    const row = data.read.get<{ private_jwk: string }>("SELECT private_jwk FROM signing_keys");
    const { d } = JSON.parse(row?.private_jwk ?? "{}") as { d?: string }; // a JWK of our own
    expect(d).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(auth)).not.toContain(d);
  });
});

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>; // a JSON object by RFC 7519
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
