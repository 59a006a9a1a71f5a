import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SendCode } from "../shared/outgoing-messages.ts";
import { composeEmail, parseSender, writeMessage } from "./compose.ts";
import type { MailService } from "./contract.ts";
import { createNames, NAME_PATTERN, writeEmailFile } from "./letter-files.ts";
import { namesIn } from "./waiting-letters.ts";

/** Letters and codes kept; the oldest go. */
export const MAX_OUTBOX_FILES = 500;

/** What the outbox needs. */
export type OutboxOptions = {
  /** Folder of the letters; made when the first one comes. */
  dir: string;
  /** Who letters come from: `hello@example.com` or `Harbour Line <hello@example.com>`. */
  from: string;
  clock: () => Date;
};

/** Letters and codes as files in a folder, for whoever may read it. */
export interface Outbox extends MailService {
  /** The folder. */
  readonly dir: string;
  readonly sendCode: SendCode;
}

/** Files of ours. One that a killed program did not finish, `….eml.new`, goes with those of its time. */
const OURS = new RegExp(`^${NAME_PATTERN}\\.(?:eml|txt)(?:\\.new)?$`);

/**
 * An outbox folder. Each letter is one RFC 5322 message (`.eml`, which mail programs open), each code a `.txt`.
 * A file by its own name is always a whole one, and only the user that runs the site may read it.
 */
export function createOutbox({ dir, from, clock }: OutboxOptions): Outbox {
  const sender = parseSender(from);
  const newName = createNames(clock);
  // One after another, so that two letters never count the folder at the same time.
  let last: Promise<unknown> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function keep(content: string | Uint8Array, ending: "eml" | "txt"): Promise<void> {
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
    async sendEmail(letter) {
      const message = await writeMessage(composeEmail(letter, sender, { date: clock() }));
      await inTurn(() => keep(message, "eml"));
    },
    sendCode: ({ phone, channel, text }) =>
      inTurn(() => keep(`To: ${oneLine(phone)}\nBy: ${channel}\n\n${text}\n`, "txt")),
    async stop() {
      await last;
    },
  };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}
