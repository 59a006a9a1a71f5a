import { argon2Sync } from "node:crypto";
import { expect, it } from "vitest";
import { createPasswordHasher, HASH_PARAMETERS } from "./passwords.ts";

it("a hash uses argon2id with at least the parameters that OWASP recommends, and its text contains them", async () => {
  const phc = await createPasswordHasher().hash("a porch with a light");
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  const [salt = "", hash = ""] = phc.split("$").slice(-2);
  const again = argon2Sync("argon2id", {
    message: "a porch with a light",
    nonce: Buffer.from(salt, "base64"),
    tagLength: 32,
    ...HASH_PARAMETERS,
  });
  expect(again.toString("base64").replaceAll("=", "")).toBe(hash);
});

it("only the same password is correct, in any Unicode form of its letters", async () => {
  const hasher = createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 });
  const phc = await hasher.hash("caf\u00e9 by the lake");
  expect(await hasher.hash("caf\u00e9 by the lake")).not.toBe(phc);
  expect(await hasher.verify("cafe\u0301 by the lake", phc)).toBe(true);
  expect(await hasher.verify("cafe by the lake", phc)).toBe(false);
  expect(await hasher.verify("", phc)).toBe(false);
});

it("a stored hash still works with its own parameters after the parameters have become stricter", async () => {
  const former = createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 });
  const stricter = createPasswordHasher({ memory: 16, passes: 1, parallelism: 1 });
  const phc = await former.hash("a porch with a light");
  expect(await stricter.verify("a porch with a light", phc)).toBe(true);
  expect([former.isCurrent(phc), stricter.isCurrent(phc)]).toEqual([true, false]);
});
