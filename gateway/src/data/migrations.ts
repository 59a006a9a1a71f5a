import { readdirSync, readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { mailboxKey, normaliseEmail } from "../lib/email-address.ts";
import { searchable } from "../lib/searchable.ts";
import { addressHash } from "./address-hash.ts";
import { APPLICATION_ID } from "./inspect.ts";
import { newListSecret } from "./list-secret.ts";

/** One migration. `version` is the number in its file name. */
export type Migration = { version: number; name: string; sql: string };

const FOLDER = new URL("./migrations/", import.meta.url);

/** Reads this program's migrations in order: `migrations/0001_subscribers.sql`, … */
export function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ version: Number.parseInt(name, 10), name, sql: readFileSync(new URL(name, FOLDER), "utf8") }));
}

/** The version of a data file after all of these migrations. */
export function latestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/** The version of a data file. */
export function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare("PRAGMA user_version").get()?.user_version);
}

/** Runs the migrations that a file still needs in one transaction, and marks the file as ours. */
export function migrate(connection: DatabaseSync, migrations: readonly Migration[]): void {
  const reached = versionOf(connection);
  const pending = migrations.filter(({ version }) => version > reached);
  if (pending.length === 0) return;

  connection.function("searchable", { deterministic: true }, (text) => searchable(String(text)));
  connection.function("normalised_email", { deterministic: true }, (email) => normalised(String(email)));
  connection.function("mailbox_key", { deterministic: true }, (email) => toMailboxKey(String(email)));
  connection.function("new_list_secret", newListSecret);
  connection.function("address_hash", { deterministic: true }, (secret, email) =>
    addressHash(String(secret), String(email)),
  );
  connection.exec("BEGIN IMMEDIATE");
  try {
    for (const { sql } of pending) connection.exec(sql);
    // Both numbers are on the page of the header, so they are part of the transaction. A PRAGMA takes no bound values.
    connection.exec(
      `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${latestVersion(pending)}; COMMIT`,
    );
  } catch (error) {
    if (connection.isTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}

function normalised(email: string): string {
  return normaliseEmail(email) ?? email;
}

function toMailboxKey(email: string): string {
  const address = normaliseEmail(email);
  return address === undefined ? email : mailboxKey(address);
}
