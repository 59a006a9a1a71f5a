import type { DataFile } from "../../../data/data-file.ts";
import type { SigningKeys } from "./signing-keys.ts";
import type { Tokens } from "./tokens.ts";

/** The public key that browsers carry: the one kept for this address and signing key, made when there is none. */
export async function keptAnonymousKey(
  data: DataFile,
  { issuer, keys, tokens }: { issuer: string; keys: SigningKeys; tokens: Tokens },
): Promise<string> {
  const { kid } = await keys.signing();
  const sql = "SELECT token FROM anonymous_keys WHERE issuer = ? AND kid = ?";
  const kept = data.read.get<{ token: string }>(sql, issuer, kid);
  if (kept !== undefined) return kept.token;
  const made = await tokens.issueAnonymousKey();
  await data.write((writer) =>
    writer.run(
      "INSERT OR IGNORE INTO anonymous_keys (issuer, kid, token) VALUES (?, ?, ?)",
      issuer,
      made.kid,
      made.token,
    ),
  );
  return made.token;
}
