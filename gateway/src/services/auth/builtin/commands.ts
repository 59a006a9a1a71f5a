import type { AuditEvent } from "@porchlight/protocol/admin.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import type { SecurityEvent } from "../../shared/audit.ts";
import { insert } from "./audit-log.ts";
import { forgetDevices } from "./devices.ts";
import { endEmailCodes } from "./email-codes.ts";
import { endSessions } from "./sessions.ts";
import { newKey, openSigningKeys, rotateKeys } from "./signing-keys.ts";
import { createTokens } from "./tokens.ts";
import { changeUser, type User } from "./users.ts";

/** The data file as shell commands use it. A running site sees each change with its next request. */
type CommandData = { read: Reader; change<T>(run: (writer: Writer) => T): T };

/** The client of every shell command. */
const SHELL = { key: "shell", address: "this machine", userAgent: "npm run admin" };

/**
 * Stores a new password. Ends all sessions and email codes, and forgets all known browsers.
 *
 * @returns the number of sessions that ended
 */
export function setPassword(
  data: CommandData,
  user: User,
  { passwordHash, now }: { passwordHash: string; now: Date },
): number {
  return data.change((writer) => {
    changeUser(writer, user.id, { passwordHash }, now);
    endEmailCodes(writer, user.id);
    forgetDevices(writer, user.id);
    note(writer, "password-changed", {}, now);
    return endSessions(writer, user.id, "global", "");
  });
}

/**
 * Removes all second steps and ends all sessions: somebody who stole the telephone may have one.
 *
 * @returns the number of removed factors
 */
export function removeAllFactors(data: CommandData, user: User, now: Date): number {
  return removeAll(data, user, { table: "factors", event: "factor-removed", countedAs: "factors" }, now);
}

/**
 * Unlinks all accounts at the sign-in provider and ends all sessions: an intruder may have linked one.
 *
 * @returns the number of unlinked accounts
 */
export function unlinkAllAccounts(data: CommandData, user: User, now: Date): number {
  return removeAll(data, user, { table: "identities", event: "identity-unlinked", countedAs: "accounts" }, now);
}

/** Ends every session. @returns how many there were */
export function signOutEverywhere(data: CommandData, user: User, now: Date): number {
  return data.change((writer) => {
    const ended = endSessions(writer, user.id, "global", "");
    note(writer, "signed-out", { scope: "global", sessions: ended }, now);
    return ended;
  });
}

/** Creates a new key, which signs from now on. */
export async function rotateAllKeys(data: CommandData, now: Date): Promise<void> {
  const key = await newKey();
  data.change((writer) => {
    rotateKeys(writer, key, now);
    note(writer, "keys-rotated", {}, now);
  });
}

/**
 * Creates a key that moves the list to or from another Porchlight.
 *
 * @param options.publicUrl address of the site, which the key contains
 */
export async function makeServiceKey(
  data: CommandData,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<string> {
  const clock = () => now;
  const keys = await openSigningKeys({ read: data.read, write: async (change) => data.change(change) }, clock);
  const key = await createTokens(keys, `${publicUrl}/auth/v1`, clock).issueServiceKey();
  data.change((writer) => note(writer, "service-key-made", {}, now));
  return key;
}

/** Records in the audit log that a file about a person was made. */
export function recordPersonFile(writer: Writer, now: Date): void {
  note(writer, "person-file-made", {}, now);
}

/** A table of sign-in methods, and the audit event for removing all of them. */
type SignInMethods = { table: "factors" | "identities"; event: AuditEvent; countedAs: string };

function removeAll(data: CommandData, user: User, { table, event, countedAs }: SignInMethods, now: Date): number {
  return data.change((writer) => {
    const removed = writer.run(`DELETE FROM ${table} WHERE user_id = ?`, user.id);
    endSessions(writer, user.id, "global", "");
    note(writer, event, { [countedAs]: removed }, now);
    return removed;
  });
}

function note(writer: Writer, event: AuditEvent, details: NonNullable<SecurityEvent["details"]>, now: Date): void {
  insert(writer, { event, client: SHELL }, details, now);
}
