import { readdirSync, readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { mailboxKey, normaliseEmail } from "../lib/email-address.ts";
import { searchable } from "../lib/searchable.ts";
import { addressHash } from "./address-hash.ts";
import { APPLICATION_ID } from "./inspect.ts";
import { newListSecret } from "./list-secret.ts";

/** One step of the tables. `version` is the number in its file name. */
export type Migration = { version: number; name: string; sql: string };

const FOLDER = new URL("./migrations/", import.meta.url);

/** The steps this program knows, first to last: `migrations/0001_subscribers.sql`, … */
export function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ version: Number.parseInt(name, 10), name, sql: readFileSync(new URL(name, FOLDER), "utf8") }));
}

/** Newest version that a list of steps reaches. */
export function latestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/** Version that a file has reached. */
export function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare("PRAGMA user_version").get()?.user_version);
}

/** Takes a file through the steps it has not seen, all in one transaction, and marks it as ours. */
export function migrate(connection: DatabaseSync, migrations: readonly Migration[]): void {
  const reached = versionOf(connection);
  const pending = migrations.filter(({ version }) => version > reached);
  if (pending.length === 0) return;

  connection.function("searchable", { deterministic: true }, (text) => searchable(String(text)));
  connection.function("normalised_email", { deterministic: true }, (email) => normalised(String(email)));
  connection.function("mailbox_key", { deterministic: true }, (email) => countedBy(String(email)));
  connection.function("new_list_secret", newListSecret);
  connection.function("address_hash", { deterministic: true }, (secret, email) =>
    addressHash(String(secret), String(email)),
  );
  connection.exec("BEGIN IMMEDIATE");
  try {
    for (const { sql } of pending) connection.exec(sql);
    // Both are part of the header page and so of the transaction. They take no bound values.
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

function countedBy(email: string): string {
  const address = normaliseEmail(email);
  return address === undefined ? email : mailboxKey(address);
}
