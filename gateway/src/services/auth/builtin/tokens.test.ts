import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openDataFile } from "../../../data/data-file.ts";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { openSigningKeys } from "./signing-keys.ts";
import { createTokens } from "./tokens.ts";

it("a changed token is never valid, and no text makes the verification throw an error", async () => {
  const data = openDataFile({ dir: aTestFolder() });
  const clock = () => new Date("2026-03-01T12:00:00Z");
  const tokens = createTokens(await openSigningKeys(data, clock), "https://artist.example/auth/v1", clock);
  const { token } = await tokens.issueAnonymousKey();
  expect(await tokens.verify(token)).toMatchObject({ ok: true, claims: { role: "anon" } });

  const [head = "", claims = "", signature = ""] = token.split(".");
  const spelled = `${head}.${claims}.${signature.slice(0, 9)} ${signature.slice(9)}`;
  expect(await tokens.verify(spelled)).toEqual({ ok: false, reason: "invalid-token" });
  const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const part = fc.oneof(
    fc.constantFrom(head, claims, signature, ""),
    fc.base64String(),
    fc.json({ maxDepth: 1 }).map((text) => Buffer.from(text).toString("base64url")),
  );
  const forged = fc.oneof(
    anyText(),
    fc
      .tuple(fc.nat(token.length - 1), fc.constantFrom("A", "b", "_", ".", "=", "é"))
      .map(([at, sign]) => token.slice(0, at) + sign + token.slice(at + 1)),
    fc.array(part, { maxLength: 5 }).map((parts) => parts.join(".")),
    fc
      .record({
        alg: fc.constantFrom("none", "HS256", "ES256", "RS256"),
        kid: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
      })
      .map((header) => `${json(header)}.${json({ role: "authenticated" })}.${signature}`),
  );
  await fc.assert(
    fc.asyncProperty(forged, async (text) => {
      const { ok } = await tokens.verify(text);
      // Four bits in the last character of a signature have no meaning.
      const means = (one: string) =>
        one
          .split(".")
          .map((part) => Buffer.from(part, "base64url").toString("hex"))
          .join(".");
      if (ok) expect([text.split(".").slice(0, 2), means(text)]).toEqual([[head, claims], means(token)]);
    }),
    tries(300),
  );
  data.close();
});
