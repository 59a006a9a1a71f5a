import type { DataFile } from "../../../data/data-file.ts";
import type { Tokens } from "./tokens.ts";

/** The public key that browsers carry: the one kept for this address and signing key, made when there is none. */
export async function storedAnonymousKey(
  data: DataFile,
  { issuer, tokens }: { issuer: string; tokens: Tokens },
): Promise<string> {
  const sql = "SELECT token FROM anonymous_keys JOIN signing_keys USING (kid) WHERE issuer = ? AND retired_at IS NULL";
  const kept = data.read.get<{ token: string }>(sql, issuer);
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
