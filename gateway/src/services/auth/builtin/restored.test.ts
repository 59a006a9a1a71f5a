import { expect, it, onTestFinished } from "vitest";
import { writeBackup } from "../../../data/backup.ts";
import { openDataFile } from "../../../data/data-file.ts";
import { openListSecret } from "../../../data/list-secret.ts";
import { restoreBackup } from "../../../data/restore.ts";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { anAdminToken, anAuth, aServiceKey, OWNER, TEST_CLIENT } from "../../../testing/signed-in.ts";
import { changeUser, findOwner, findUserByEmail } from "./users.ts";

function aDataFileIn(dir: string) {
  const data = openDataFile({ dir });
  onTestFinished(() => data.close());
  return data;
}

it("a restored site signs with a new key, accepts cached pages' anonymous key, and rejects earlier tokens", async () => {
  const data = aDataFileIn(aTestFolder());
  const before = await anAuth(data);
  const tokens = [await anAdminToken(before), await aServiceKey(before)];
  const now = new Date();
  const { path: file } = writeBackup({ path: data.path, dir: data.dir, kind: "manual", now });
  const dir = aTestFolder();
  await restoreBackup({ dir, file, now });

  const auth = await anAuth(aDataFileIn(dir));
  const apikey = before.anonymousKey;
  expect(await auth.identify({ apikey, authorization: undefined })).toEqual({
    ok: true,
    caller: { role: "anonymous" },
  });
  for (const token of tokens) {
    expect(await auth.identify({ apikey, authorization: `Bearer ${token}` })).toMatchObject({ ok: false });
  }
  const answer = await auth.answer({
    method: "POST",
    path: "token",
    query: "grant_type=password",
    header: () => undefined,
    body: JSON.stringify(OWNER),
    apikey,
    client: TEST_CLIENT,
  });
  expect(answer.status).toBe(200);
  // The service itself has sent this body.
  const { access_token } = JSON.parse(answer.body ?? "") as { access_token: string };
  expect(await auth.identify({ apikey, authorization: `Bearer ${access_token}` })).toMatchObject({
    ok: true,
    caller: { admin: true },
  });
});

it("a restore on a running site does not change the owner's address", async () => {
  const data = aDataFileIn(aTestFolder());
  const auth = await anAuth(data);
  const now = new Date();
  const { path: file } = writeBackup({ path: data.path, dir: data.dir, kind: "manual", now });
  await openListSecret(data);
  const password = findOwner(data.read)?.passwordHash;
  await auth.welcomeOwner({ email: "ann@new.example", password: undefined });
  await data.write((writer) => changeUser(writer, findOwner(writer)?.id ?? "", { passwordHash: "another" }, now));
  await restoreBackup({ dir: data.dir, file, now });
  expect(findOwner(data.read)).toMatchObject({ email: "ann@new.example", passwordHash: password });
  expect(findUserByEmail(data.read, OWNER.email)).toBeUndefined();
});
