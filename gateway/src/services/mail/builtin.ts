import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SendCode } from "../shared/outgoing-messages.ts";
import { composeEmail, parseSender, writeMessage } from "./compose.ts";
import type { MailService } from "./contract.ts";
import { createNames, NAME_PATTERN, writeEmailFile } from "./email-files.ts";
import { namesIn } from "./waiting-emails.ts";

/** Maximum number of emails and codes in the folder; the oldest are removed. */
export const MAX_OUTBOX_FILES = 500;

type OutboxOptions = {
  /** Folder of the emails; created with the first one. */
  dir: string;
  /** The sender: `hello@example.com` or `Harbour Line <hello@example.com>`. */
  from: string;
  clock: () => Date;
};

/** Emails and codes as files in a folder, for the owner to read. */
export interface Outbox extends MailService {
  readonly dir: string;
  readonly sendCode: SendCode;
}

/** Names of our files, including those that a killed process left unfinished, `….eml.new`. */
const OURS = new RegExp(`^${NAME_PATTERN}\\.(?:eml|txt)(?:\\.new)?$`);

/**
 * Writes emails into an outbox folder: each email is an RFC 5322 message (`.eml`, which mail programs open), each code
 * a `.txt`. A file with its final name is always complete. Only the user that runs the site may read it.
 */
export function createOutbox({ dir, from, clock }: OutboxOptions): Outbox {
  const sender = parseSender(from);
  const newName = createNames(clock);
  // Emails are stored one at a time, so that two calls never count the files at the same time.
  let last: Promise<unknown> = Promise.resolve();

  function inSequence(work: () => Promise<void>): Promise<void> {
    const running = last.then(work);
    last = running.catch(() => undefined);
    return running;
  }

  async function store(content: string | Uint8Array, ending: "eml" | "txt"): Promise<void> {
    await writeEmailFile(dir, `${newName()}.${ending}`, content);
    await removeOldest();
  }

  async function removeOldest(): Promise<void> {
    const names = (await readdir(dir)).filter((name) => OURS.test(name)).sort();
    const outdated = names.slice(0, Math.max(0, names.length - MAX_OUTBOX_FILES));
    await Promise.all(outdated.map((name) => rm(join(dir, name), { force: true })));
  }

  return {
    dir,
    isSending: false,
    async countWaiting() {
      const names = await namesIn(dir);
      return names.filter((name) => OURS.test(name) && name.endsWith(".eml")).length;
    },
    async sendEmail(email) {
      const message = await writeMessage(composeEmail(email, sender, { date: clock() }));
      await inSequence(() => store(message, "eml"));
    },
    sendCode: ({ phone, channel, text }) =>
      inSequence(() => store(`To: ${oneLine(phone)}\nBy: ${channel}\n\n${text}\n`, "txt")),
    async stop() {
      await last;
    },
  };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}
