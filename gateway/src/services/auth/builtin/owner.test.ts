import { expect, it } from "vitest";
import { OWNER, quickHasher } from "../../../testing/signed-in.ts";
import { codesIn, serveBuiltinAuth } from "../builtin.case.ts";
import { aClient, aSignedInClient } from "../contract.case.ts";
import { findPasswordProblem, generatePassword } from "./new-password.ts";
import { welcomeOwner } from "./owner.ts";
import { findOwner } from "./users.ts";

it("a generated password is strong, easy to type and never the same", () => {
  const passwords = Array.from({ length: 200 }, generatePassword);
  expect(new Set(passwords).size).toBe(200);
  for (const password of passwords) {
    expect(password).toMatch(/^[bcdfghjkmnpqrstvwxz2-9]{5}(-[bcdfghjkmnpqrstvwxz2-9]{5}){4}$/);
    expect(
      findPasswordProblem(password, { email: OWNER.email, artistName: "Qx", publicUrl: "https://zb.example" }),
    ).toBeUndefined();
  }
});

it("without a password in the settings the first start generates one, and only its hash is stored", async () => {
  const served = await serveBuiltinAuth();
  await served.data.write((writer) => writer.run("DELETE FROM users"));
  const settings = { email: OWNER.email, password: undefined };
  const welcome = await served.auth.welcomeOwner(settings);
  const generated = welcome.isNew ? welcome.generated : undefined;
  expect(generated).toHaveLength(29);
  expect(JSON.stringify(served.data.read.all("SELECT * FROM users"))).not.toContain(generated);
  const { error } = await aClient(served).auth.signInWithPassword({ email: OWNER.email, password: generated ?? "" });
  expect(error).toBeNull();
  expect(await served.auth.welcomeOwner(settings)).toEqual({ isNew: false, isPasswordIgnored: false });
});

it("an owner who has only the artist's name as an earlier password can still sign in", async () => {
  const served = await serveBuiltinAuth();
  const password = "June Marlow June";
  const passwordHash = await quickHasher.hash(password);
  await served.data.write((writer) => writer.run("UPDATE users SET password_hash = ?", passwordHash));
  const { error } = await aClient(served).auth.signInWithPassword({ email: OWNER.email, password });
  expect(error).toBeNull();
});

it("the password in the settings is only for the first start; later it is ignored, and the start reports this", async () => {
  const served = await serveBuiltinAuth();
  expect(await served.auth.welcomeOwner(OWNER)).toEqual({ isNew: false, isPasswordIgnored: false });
  const later = await served.auth.welcomeOwner({ ...OWNER, password: "another password by far" });
  expect(later).toEqual({ isNew: false, isPasswordIgnored: true });
  await aSignedInClient(served);
});

it("the owner's address comes from the settings, while password and sessions stay", async () => {
  const served = await serveBuiltinAuth();
  const { auth } = await aSignedInClient(served);
  await served.auth.welcomeOwner({ email: "New@Artist.example", password: undefined });
  expect((await auth.refreshSession()).data.user?.email).toBe("new@artist.example");
  expect((await aClient(served).auth.signInWithPassword(OWNER)).error?.code).toBe("invalid_credentials");
  const { error } = await aClient(served).auth.signInWithPassword({ ...OWNER, email: "new@artist.example" });
  expect(error).toBeNull();
});

it("codes in emails to the owner's former mailbox do not work after the address has changed", async () => {
  const served = await serveBuiltinAuth();
  const { auth } = aClient(served);
  await auth.resetPasswordForEmail(OWNER.email);
  await expect.poll(() => served.emails.length).toBe(1);
  const { tokenHash } = codesIn(served.emails[0]);
  await served.auth.welcomeOwner({ email: "new@artist.example", password: undefined });
  expect((await auth.verifyOtp({ type: "recovery", token_hash: tokenHash })).error?.code).toBe("otp_expired");
});

it("a start without a password in the settings computes no hash", async () => {
  const { data } = await serveBuiltinAuth();
  const never = () => Promise.reject(new Error("hashed"));
  const hasher = { ...quickHasher, hash: never, verify: never };
  await welcomeOwner(
    data,
    { email: OWNER.email, password: undefined },
    { hasher, now: new Date(), artistName: "June Marlow", publicUrl: "https://artist.example" },
  );
  expect(findOwner(data.read)?.email).toBe(OWNER.email);
});
