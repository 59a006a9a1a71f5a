import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openDataFile } from "../data/data-file.ts";
import { aFolder } from "../data/data-folder.case.ts";
import { linkAccount } from "../services/auth/builtin/identities/identities.ts";
import { serveBuiltinAuth } from "../services/auth/builtin.case.ts";
import { aClient, aSignedInClient } from "../services/auth/contract.case.ts";
import { BARE_ENVIRONMENT, someContent } from "../testing/gateway-process.ts";
import { OWNER } from "../testing/signed-in.ts";

/** Runs `npm run admin -- …` as npm does, in a folder without a `.env`. */
async function admin(dataDir: string, words: string[], input = "", settings: Record<string, string> = {}) {
  const script = fileURLToPath(new URL("./admin.ts", import.meta.url));
  const child = spawn(process.execPath, [script, ...words], {
    cwd: aFolder(),
    env: { ...BARE_ENVIRONMENT, DATA_DIR: dataDir, ...settings },
  });
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: child.exitCode, out, err };
}

it("set-password changes the owner's password while the site runs, and ends all sessions", async () => {
  const served = await serveBuiltinAuth();
  const { auth, session } = await aSignedInClient(served);
  const password = "a new light on the porch";
  const done = await admin(served.data.dir, ["set-password"], `${password}\n`);
  expect(done).toEqual({ code: 0, out: "The password of owner@localhost is set. 1 session ended.\n", err: "" });

  const authorization = `Bearer ${session.access_token}`;
  expect(await served.identify({ apikey: served.anonymousKey, authorization })).toEqual({
    ok: false,
    reason: "ended-session",
  });
  expect((await auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  expect((await aClient(served).auth.signInWithPassword(OWNER)).error?.code).toBe("invalid_credentials");
  expect((await aClient(served).auth.signInWithPassword({ ...OWNER, password })).error).toBeNull();
  const { entries } = await served.auth.oversight.auditLog();
  expect(entries.find(({ event }) => event === "password-changed")).toMatchObject({ address: "this machine" });
});

it("set-password --generate prints a new password, and fails before the first start", async () => {
  const dir = aFolder();
  const served = await serveBuiltinAuth();
  const { code, out } = await admin(served.data.dir, ["set-password", "--generate"]);
  expect(code).toBe(0);
  const password = /^The new password: (\S{29})\n/.exec(out)?.[1] ?? "";
  expect((await aClient(served).auth.signInWithPassword({ ...OWNER, password })).error).toBeNull();

  openDataFile({ dir }).close();
  expect(await admin(dir, ["set-password", "--generate"])).toEqual({
    code: 1,
    out: "",
    err: "There is no owner yet. Start the site once, then try again.\n",
  });
});

it("set-password works even if the content cannot be read", async () => {
  const served = await serveBuiltinAuth();
  const contentDir = someContent();
  writeFileSync(join(contentDir, "artist.json"), "{");
  const done = await admin(served.data.dir, ["set-password"], "a new light on the porch\n", {
    CONTENT_DIR: contentDir,
  });
  expect(done).toMatchObject({ code: 0, err: "" });
});

it("sign-out and remove-factors end all sessions and print how many", async () => {
  const served = await serveBuiltinAuth();
  const sessions = [await aSignedInClient(served), await aSignedInClient(served)];
  expect(await admin(served.data.dir, ["sign-out"])).toMatchObject({ code: 0, out: "2 sessions ended.\n" });
  for (const { auth } of sessions) expect((await auth.refreshSession()).error).not.toBeNull();

  const { auth, session } = await aSignedInClient(served);
  await served.data.write((writer) =>
    writer.run(
      "INSERT INTO factors VALUES ('f', ?, 'totp', 'Phone', 'verified', 'JBSWY3DP', NULL, NULL, '', '')",
      session.user.id,
    ),
  );
  expect(await admin(served.data.dir, ["remove-factors"])).toMatchObject({ code: 0, out: "1 second step removed.\n" });
  expect(served.data.read.all("SELECT * FROM factors")).toEqual([]);
  expect((await auth.refreshSession()).error).not.toBeNull();
});

it("set-password warns about linked accounts; unlink-accounts unlinks them and ends all sessions", async () => {
  const served = await serveBuiltinAuth();
  const { session } = await aSignedInClient(served);
  await served.data.write((writer) =>
    linkAccount(writer, session.user.id, { issuer: "https://accounts.example", subject: "a stranger's" }, new Date()),
  );
  const { out } = await admin(served.data.dir, ["set-password", "--generate"]);
  expect(out).toMatch(/\nLinked accounts can still sign in: 1\. To end that: npm run admin -- unlink-accounts\n$/);
  const { auth } = aClient(served);
  const password = /^The new password: (\S{29})\n/.exec(out)?.[1] ?? "";
  expect((await auth.signInWithPassword({ ...OWNER, password })).error).toBeNull();
  expect(await admin(served.data.dir, ["unlink-accounts"])).toMatchObject({ code: 0, out: "1 account unlinked.\n" });
  expect(served.data.read.all("SELECT * FROM identities")).toEqual([]);
  expect((await auth.refreshSession()).error).not.toBeNull();
  const { entries } = await served.auth.oversight.auditLog();
  expect(entries[0]).toMatchObject({ event: "identity-unlinked", address: "this machine" });
});

it("rotate-keys makes the running site sign with a new key, and nobody has to sign in again", async () => {
  const served = await serveBuiltinAuth();
  const { auth, session } = await aSignedInClient(served);
  expect((await admin(served.data.dir, ["rotate-keys"])).code).toBe(0);
  const { data, error } = await auth.refreshSession();
  expect(error).toBeNull();
  const header = (token = "") => Buffer.from(token.split(".")[0] ?? "", "base64url").toString();
  expect(header(data.session?.access_token)).not.toBe(header(session.access_token));
});

it("prints a clear error and changes nothing", async () => {
  const { data } = await serveBuiltinAuth();
  const before = data.read.all("SELECT * FROM users");
  const short = await admin(data.dir, ["set-password"], "short\n");
  expect(short).toEqual({ code: 1, out: "", err: "Password should be at least 12 characters. Nothing was changed.\n" });
  const settings = { CONTENT_DIR: someContent(), PUBLIC_URL: "https://artist.example" };
  for (const obvious of ["Harbour Line 2026", "artist.example/"]) {
    const { code, err } = await admin(data.dir, ["set-password"], `${obvious}\n`, settings);
    expect([code, err]).toEqual([1, expect.stringContaining("easy to guess")]);
  }
  const none = await admin(data.dir, ["set-password"]);
  expect(none).toMatchObject({ code: 1, err: "No password was given. Nothing was changed.\n" });
  expect(data.read.all("SELECT * FROM users")).toEqual(before);

  const empty = aFolder();
  expect(await admin(empty, ["sign-out"])).toEqual({
    code: 1,
    out: "",
    err: `There is no data file in ${empty}. Is DATA_DIR right? Has the site run once?\n`,
  });
});

it("prints the commands for help and for an unknown word", async () => {
  const dir = aFolder();
  for (const words of [[], ["help"], ["--help"]]) {
    const { code, out } = await admin(dir, words);
    expect(code).toBe(0);
    for (const name of ["set-password", "remove-factors", "unlink-accounts", "sign-out", "rotate-keys"])
      expect(out).toContain(name);
  }
  for (const words of [["fly"], ["sign-out", "--now"], ["set-password", "--generated"]]) {
    const { code, out, err } = await admin(dir, words);
    expect([code, out]).toEqual([64, ""]);
    expect(err).toContain(`There is no "${words.join(" ")}".`);
  }
});

it("service-key prints a key that can read and fill the list until a day has passed or the site's keys are rotated", async () => {
  const served = await serveBuiltinAuth();
  const { code, out } = await admin(served.data.dir, ["service-key"]);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/) });
  const key = out.trim();
  const headers = { apikey: key, authorization: `Bearer ${key}` };
  const { exp, iat, role } = JSON.parse(Buffer.from(key.split(".")[1] ?? "", "base64url").toString());
  expect({ role, seconds: exp - iat }).toEqual({ role: "service_role", seconds: 24 * 60 * 60 });
  expect(await served.identify(headers)).toEqual({ ok: true, caller: { role: "service" } });
  expect(await served.identify({ ...headers, apikey: served.anonymousKey })).toMatchObject({
    caller: { role: "service" },
  });
  expect(await served.identify({ apikey: key, authorization: undefined })).toMatchObject({
    caller: { role: "anonymous" },
  });
  const { entries } = await served.auth.oversight.auditLog();
  expect(entries.find(({ event }) => event === "service-key-made")).toMatchObject({ address: "this machine" });
  expect(JSON.stringify(entries)).not.toContain(key);

  await admin(served.data.dir, ["rotate-keys"]);
  expect(await served.identify(headers)).toEqual({ ok: false, reason: "unknown-key" });
  expect(await served.identify({ ...headers, apikey: served.anonymousKey })).toEqual({
    ok: false,
    reason: "expired-token",
  });
});

it("person-file takes exactly one address, in any spelling, and prints everything about it", async () => {
  const served = await serveBuiltinAuth();
  await served.data.write((writer) =>
    writer.run(
      "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES ('ann@example.com', 'active', 'website-footer', 't')",
    ),
  );
  const { code, out } = await admin(served.data.dir, ["person-file", "Ann@Example.com"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ email: "ann@example.com", subscriber: { status: "active" }, orders: [] });
  const { entries } = await served.auth.oversight.auditLog();
  expect(entries[0]).toMatchObject({ event: "person-file-made", address: "this machine" });
  expect(await admin(served.data.dir, ["person-file"])).toMatchObject({ code: 1, out: "" });
  expect(await admin(served.data.dir, ["person-file", "a@b.ie", "c@d.ie"])).toMatchObject({ code: 64, out: "" });
});
