import type { DataFile } from "../../data/data-file.ts";
import type { Identification } from "../caller.ts";
import { loadSigningKeys } from "./builtin/signing-keys.ts";
import { createTokens, type Person, type Tokens } from "./builtin/tokens.ts";
import type { AuthService } from "./contract.ts";

/** What the built-in auth service needs. */
export type BuiltinAuthOptions = {
  data: DataFile;
  /** Address of the site without a slash at its end; part of what tokens say of their issuer. */
  publicUrl: string;
  clock?: () => Date;
};

/** The auth service, with what signs tokens for people who have signed in. */
export interface BuiltinAuth extends AuthService {
  issueAccessToken(person: Person): Promise<string>;
}

/** Auth on the data file: its own key pair, made at the first start and kept there. */
export async function createBuiltinAuth({
  data,
  publicUrl,
  clock = () => new Date(),
}: BuiltinAuthOptions): Promise<BuiltinAuth> {
  const keys = await loadSigningKeys(data, clock());
  const issuer = `${publicUrl}/auth/v1`;
  const tokens = createTokens(keys, issuer, clock);
  const anonymousKey = await keptAnonymousKey(data, { issuer, kid: keys.kid }, tokens);

  return {
    anonymousKey,
    issueAccessToken: tokens.issueAccessToken,
    answer: async () => ({
      status: 404,
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify({ code: 404, error_code: "not_found", msg: "Not found." }),
    }),
    async identify({ apikey, authorization }): Promise<Identification> {
      if (!apikey) return { ok: false, reason: "missing-key" };
      // Nearly every request: compared as text, no signature to work out.
      if (apikey !== anonymousKey && !(await isEarlierAnonymousKey(apikey, tokens))) {
        return { ok: false, reason: "unknown-key" };
      }
      const token = bearerToken(authorization);
      if (token === undefined || token === anonymousKey) return { ok: true, caller: { role: "anonymous" } };
      return tokens.verify(token);
    },
  };
}

async function keptAnonymousKey(
  data: DataFile,
  { issuer, kid }: { issuer: string; kid: string },
  tokens: Tokens,
): Promise<string> {
  const kept = data.read.get<{ token: string }>(
    "SELECT token FROM anonymous_keys WHERE issuer = ? AND kid = ?",
    issuer,
    kid,
  );
  if (kept !== undefined) return kept.token;
  const token = await tokens.issueAnonymousKey();
  await data.write((writer) =>
    writer.run("INSERT INTO anonymous_keys (issuer, kid, token) VALUES (?, ?, ?)", issuer, kid, token),
  );
  return token;
}

/** A page kept by a browser or a CDN may still carry the key from before the site changed its address. */
async function isEarlierAnonymousKey(apikey: string, tokens: Tokens): Promise<boolean> {
  const verified = await tokens.verify(apikey);
  return verified.ok && verified.caller.role === "anonymous";
}

/** Another scheme than Bearer is not ours to read, as PostgREST has it. */
function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(.*)$/i.exec(authorization ?? "")?.[1];
}
