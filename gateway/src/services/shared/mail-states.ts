import type { MailboxProblem } from "@porchlight/protocol/mail.ts";
import type { DataFile } from "../../data/data-file.ts";
import type { Reader, Writer } from "../../data/statements.ts";

/** Names of what the site learned about its emails. */
type MailStateName = "test-email" | "mailbox";
/** `state`: headers of the test email, or a {@link MailboxState} as JSON. `at`: ISO 8601, UTC. */
type MailState = { at: string; state: string };

/** Whether the mailbox of bounces can be read, and the host of its server. */
export type MailboxState = { host: string; problem?: MailboxProblem };

/** How long a mail server may be unreachable before the owner has to look, in milliseconds. */
const AWAY_MAX_MS = 24 * 60 * 60_000;

/** Reads what the site learned; undefined if there is nothing. */
export function readMailState(reader: Reader, name: MailStateName): MailState | undefined {
  return reader.get<MailState>("SELECT at, state FROM mail_states WHERE name = ?", name);
}

/** Replaces what the site learned before. */
export function storeMailState(writer: Writer, name: MailStateName, { at, state }: MailState): void {
  writer.run(
    "INSERT INTO mail_states (name, at, state) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, state = excluded.state",
    name,
    at,
    state,
  );
}

/** Reads whether the mailbox of bounces can be read; undefined before the first poll. */
export function readMailboxState(reader: Reader): (MailboxState & { at: string }) | undefined {
  const stored = readMailState(reader, "mailbox");
  // Our own JSON.
  return stored && { ...(JSON.parse(stored.state) as MailboxState), at: stored.at };
}

/** Stores whether the mailbox of bounces can be read, unless that has not changed. */
export async function storeMailboxState(
  { read, write }: Pick<DataFile, "read" | "write">,
  { host, problem }: MailboxState,
  now: Date,
): Promise<void> {
  const stored = readMailboxState(read);
  if (stored !== undefined && stored.host === host && stored.problem === problem) return;
  const state = JSON.stringify({ host, ...(problem && { problem }) });
  await write((writer) => storeMailState(writer, "mailbox", { at: now.toISOString(), state }));
}

/**
 * Why the owner has to look at the mailbox of bounces: at once if its server refuses the password, after a day if it
 * cannot be reached.
 *
 * @param url of the mailbox; what is stored may be about an earlier one
 */
export function findMailboxProblem(reader: Reader, url: string, now: Date): MailboxProblem | undefined {
  const state = readMailboxState(reader);
  if (state === undefined || state.host !== new URL(url).host) return undefined;
  const isLong = now.getTime() - Date.parse(state.at) >= AWAY_MAX_MS;
  return state.problem === "sign-in" || isLong ? state.problem : undefined;
}
