import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DataFile, openDataFile } from "../../data/data-file.ts";
import { ACCESS_TOKEN_SECONDS } from "./builtin/tokens.ts";
import { type BuiltinAuth, createBuiltinAuth } from "./builtin.ts";

const publicUrl = "https://harbourline.example";
const owner = { userId: "7d1c", email: "owner@localhost", admin: true, sessionId: "0b52" };

describe("the built-in auth service", () => {
  let dir: string;
  let data: DataFile;
  let auth: BuiltinAuth;
  let now: Date;

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "porchlight-auth-"));
    data = openDataFile({ dir });
    now = new Date("2026-03-01T12:00:00Z");
    auth = await createBuiltinAuth({ data, publicUrl, clock: () => now });
  });

  afterEach(() => {
    data.close();
    rmSync(dir, { recursive: true });
  });

  const identify = (authorization?: string, apikey: string | undefined = auth.anonymousKey) =>
    auth.identify({ apikey, authorization });

  it("has an anonymous key that says who issued it and that anyone may hold it", () => {
    const [header, claims] = auth.anonymousKey.split(".").slice(0, 2).map(decode);
    expect(header).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(claims).toMatchObject({ role: "anon", iss: "https://harbourline.example/auth/v1" });
  });

  it("keeps its anonymous key over a restart", async () => {
    data.close();
    data = openDataFile({ dir });
    const restarted = await createBuiltinAuth({ data, publicUrl, clock: () => now });
    expect(restarted.anonymousKey).toBe(auth.anonymousKey);
  });

  it("still knows the anonymous key from before the site moved to another address", async () => {
    const moved = await createBuiltinAuth({ data, publicUrl: "https://other.example", clock: () => now });
    expect(moved.anonymousKey).not.toBe(auth.anonymousKey);
    expect(await moved.identify({ apikey: auth.anonymousKey, authorization: undefined })).toEqual({
      ok: true,
      caller: { role: "anonymous" },
    });
  });

  it("takes a request with the anonymous key alone, or twice, for a visitor's", async () => {
    const visitor = { ok: true, caller: { role: "anonymous" } };
    expect(await identify()).toEqual(visitor);
    expect(await identify(`Bearer ${auth.anonymousKey}`)).toEqual(visitor);
    expect(await identify("Basic b3duZXI6cHc=")).toEqual(visitor);
  });

  it("refuses a request without a key or with another one", async () => {
    expect(await auth.identify({ apikey: undefined, authorization: `Bearer ${auth.anonymousKey}` })).toEqual({
      ok: false,
      reason: "missing-key",
    });
    expect(await identify(undefined, "sb_publishable_other")).toEqual({ ok: false, reason: "unknown-key" });
    const token = await auth.issueAccessToken(owner);
    expect(await identify(undefined, token)).toEqual({ ok: false, reason: "unknown-key" });
  });

  it("knows the owner and a person without rights by their tokens", async () => {
    expect(await identify(`Bearer ${await auth.issueAccessToken(owner)}`)).toEqual({
      ok: true,
      caller: {
        role: "authenticated",
        admin: true,
        needsSecondStep: false,
        userId: "7d1c",
        email: "owner@localhost",
        sessionId: "0b52",
      },
    });
    expect(await identify(`bearer ${await auth.issueAccessToken({ ...owner, admin: false })}`)).toEqual({
      ok: true,
      caller: expect.objectContaining({ admin: false, userId: "7d1c" }),
    });
  });

  it("refuses a token once it has expired, also one it has seen before", async () => {
    const [seen, unseen] = [await auth.issueAccessToken(owner), await auth.issueAccessToken(owner)];
    expect(await identify(`Bearer ${seen}`)).toMatchObject({ ok: true });
    now = new Date(now.getTime() + ACCESS_TOKEN_SECONDS * 1000);
    expect(await identify(`Bearer ${seen}`)).toEqual({ ok: false, reason: "expired-token" });
    expect(await identify(`Bearer ${unseen}`)).toEqual({ ok: false, reason: "expired-token" });
  });

  it("refuses a token that another site signed, that was changed, or that is none", async () => {
    const refused = { ok: false, reason: "invalid-token" };
    const otherDir = mkdtempSync(join(tmpdir(), "porchlight-auth-"));
    const otherData = openDataFile({ dir: otherDir });
    const other = await createBuiltinAuth({ data: otherData, publicUrl, clock: () => now });
    const foreign = await other.issueAccessToken(owner);
    otherData.close();
    rmSync(otherDir, { recursive: true });

    const [header, claims, signature] = (await auth.issueAccessToken({ ...owner, admin: false })).split(".");
    const promoted = encode({ ...decode(claims ?? ""), app_metadata: { role: "admin" } });
    const unsigned = encode({ alg: "none", typ: "JWT" });

    for (const token of [
      foreign,
      `${header}.${promoted}.${signature}`,
      `${unsigned}.${promoted}.`,
      "a.b.c",
      "",
      "\u{1f3b8}",
    ]) {
      expect(await identify(`Bearer ${token}`)).toEqual(refused);
    }
  });

  it("keeps the private key in the data file and nowhere in what it hands out", () => {
    const row = data.read.get<{ private_jwk: string }>("SELECT private_jwk FROM signing_keys");
    expect(JSON.parse(row?.private_jwk ?? "{}")).toHaveProperty("d");
    expect(JSON.stringify(auth)).not.toContain("private");
  });
});

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>; // a JSON object by RFC 7519
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
