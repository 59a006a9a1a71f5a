import { expect, it } from "vitest";
import { anAdminToken, anAuth } from "../../../testing/signed-in.ts";
import { serveBuiltinAuth } from "../builtin.case.ts";
import { ADDRESS, aClient, aSignedInClient } from "../contract.case.ts";
import { newKey, rotateKeys } from "./signing-keys.ts";

type Served = Awaited<ReturnType<typeof serveBuiltinAuth>>;

/** Rotates the keys outside of the running service, as `npm run admin -- rotate-keys` does. */
async function rotate({ data, auth }: Served): Promise<void> {
  const key = await newKey();
  await data.write((writer) => rotateKeys(writer, key, auth.context.clock()));
}

const kidOf = (token: string | undefined) =>
  (JSON.parse(Buffer.from(token?.split(".")[0] ?? "", "base64url").toString()) as { kid: string }).kid; // RFC 7515

async function keySet({ fetch }: Served) {
  const answer = await fetch(`${ADDRESS}/auth/v1/.well-known/jwks.json`);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=600");
  const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] }; // the key set of RFC 7517
  return keys;
}

it("the key set contains only public keys, and reading it needs no API key", async () => {
  const [key, ...others] = await keySet(await serveBuiltinAuth());
  expect(others).toEqual([]);
  expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid: expect.any(String) });
  expect(key).not.toHaveProperty("d");
});

it("a running service signs with the new key at once, and earlier tokens are valid for the rest of their hour", async () => {
  const served = await serveBuiltinAuth();
  const { client, auth, session } = await aSignedInClient(served);
  await rotate(served);
  const authorization = `Bearer ${session.access_token}`;
  const identify = () => served.identify({ apikey: served.anonymousKey, authorization });
  expect(await identify()).toMatchObject({ ok: true, caller: { admin: true } });
  expect((await keySet(served)).map(({ kid }) => kid)).toContain(kidOf(session.access_token));

  const { data } = await auth.refreshSession();
  expect(kidOf(data.session?.access_token)).not.toBe(kidOf(session.access_token));
  expect((await client.auth.getClaims(data.session?.access_token)).error).toBeNull();
  expect((await aClient(served).auth.getClaims(session.access_token)).error).toBeNull();

  served.pass(3_600);
  expect(await keySet(served)).toHaveLength(1);
  expect(await identify()).toEqual({ ok: false, reason: "expired-token" });
});

it("an earlier key can no longer sign, because its private half is deleted from the file", async () => {
  const served = await serveBuiltinAuth();
  const token = await anAdminToken(served.auth);
  await rotate(served);
  const stored = served.data.read.all<{ kid: string; private_jwk: string }>("SELECT * FROM signing_keys");
  expect(stored.filter(({ private_jwk }) => private_jwk.includes('"d"')).map(({ kid }) => kid)).not.toContain(
    kidOf(token),
  );
  expect(stored).toHaveLength(2);
});

it("an earlier anonymous key is accepted after a rotation and after a restart, without a time limit", async () => {
  const served = await serveBuiltinAuth();
  await rotate(served);
  served.pass(30 * 24 * 3_600);
  const clock = served.auth.context.clock;
  const restarted = await anAuth(served.data, { publicUrl: ADDRESS, clock });
  expect(restarted.anonymousKey).not.toBe(served.auth.anonymousKey);
  for (const service of [served.auth, restarted]) {
    for (const apikey of [served.auth.anonymousKey, restarted.anonymousKey]) {
      expect(await service.identify({ apikey, authorization: undefined })).toMatchObject({ ok: true });
    }
  }
});
