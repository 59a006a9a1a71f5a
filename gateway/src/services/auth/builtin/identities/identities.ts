import { randomUUID } from "node:crypto";
import type { Reader, Writer } from "../../../../data/statements.ts";
import type { WireIdentity } from "../user-records.ts";
import type { Account } from "./provider.ts";

/** The name on the wire for every provider, because clients support this name. */
export const PROVIDER = "google";

type IdentityRow = {
  id: string;
  user_id: string;
  provider: string;
  issuer: string;
  subject: string;
  identity_data: string;
  created_at: string;
  updated_at: string;
  last_sign_in_at: string;
};

/** Linked identities of a user, the oldest first. */
export function linkedIdentitiesOf(reader: Reader, userId: string): WireIdentity[] {
  const sql = "SELECT * FROM identities WHERE user_id = ? ORDER BY created_at, id";
  return reader.all<IdentityRow>(sql, userId).map(toWire);
}

/** Finds the id of the user who has linked an account. */
export function userOfAccount(reader: Reader, { issuer, subject }: Account): string | undefined {
  const sql = "SELECT user_id FROM identities WHERE issuer = ? AND subject = ?";
  return reader.get<Pick<IdentityRow, "user_id">>(sql, issuer, subject)?.user_id;
}

/** Links an account that nobody has linked yet. */
export function linkAccount(writer: Writer, userId: string, account: Account, now: Date): void {
  const { issuer, subject, email, emailVerified } = account;
  const at = now.toISOString();
  const identityData = { iss: issuer, sub: subject, provider_id: subject, email, email_verified: emailVerified };
  writer.run(
    "INSERT INTO identities VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    randomUUID(),
    userId,
    PROVIDER,
    issuer,
    subject,
    JSON.stringify(identityData),
    at,
    at,
    at,
  );
}

/** Records a sign-in with an account. */
export function recordSignIn(writer: Writer, { issuer, subject }: Account, now: Date): void {
  const sql = "UPDATE identities SET last_sign_in_at = ? WHERE issuer = ? AND subject = ?";
  writer.run(sql, now.toISOString(), issuer, subject);
}

/** Unlinks an identity of a user. @returns whether there was one */
export function unlinkIdentity(writer: Writer, userId: string, id: string): boolean {
  return writer.run("DELETE FROM identities WHERE user_id = ? AND id = ?", userId, id) > 0;
}

function toWire(row: IdentityRow): WireIdentity {
  // Only linkAccount above writes this column.
  const data = JSON.parse(row.identity_data) as Record<string, unknown> & { email?: string };
  return {
    id: row.subject,
    identity_id: row.id,
    user_id: row.user_id,
    identity_data: data,
    provider: row.provider,
    ...(data.email !== undefined && { email: data.email }),
    created_at: row.created_at,
    last_sign_in_at: row.last_sign_in_at,
    updated_at: row.updated_at,
  };
}
