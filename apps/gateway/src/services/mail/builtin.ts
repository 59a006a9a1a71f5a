import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SendMailOptions } from "nodemailer";
import type { SendCode } from "../messengers.ts";
import { composeLetter, parseSender } from "./compose.ts";
import type { MailService } from "./contract.ts";

/** Letters and codes kept; the oldest go. */
export const OUTBOX_KEPT = 500;

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

/**
 * Files of ours, `2026-03-01T12-00-00.000Z-0001-9f86d081.eml`: sorted by name they are sorted by time. One that a killed
 * program did not finish, `….eml.new`, goes with those of its time.
 */
const OURS = /^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-\d{4}-[\da-f]{8}\.(?:eml|txt)(?:\.new)?$/;

/**
 * An outbox folder. Each letter is one RFC 5322 message (`.eml`, which mail programs open), each code a `.txt`.
 * A file by its own name is always a whole one, and only the user that runs the site may read it.
 */
export function createOutbox({ dir, from, clock }: OutboxOptions): Outbox {
  const sender = parseSender(from);
  let count = 0;
  // One after another, so that two letters never count the folder at the same time.
  let last: Promise<unknown> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function keep(content: string | Uint8Array, ending: "eml" | "txt"): Promise<void> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    count = (count + 1) % 10_000;
    const time = clock().toISOString().replaceAll(":", "-");
    const name = `${time}-${String(count).padStart(4, "0")}-${randomBytes(4).toString("hex")}.${ending}`;
    const unfinished = join(dir, `${name}.new`);
    try {
      await using file = await open(unfinished, "wx", 0o600);
      await file.writeFile(content);
      await file.sync();
      await rename(unfinished, join(dir, name));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await removeOldest();
  }

  async function removeOldest(): Promise<void> {
    const names = (await readdir(dir)).filter((name) => OURS.test(name)).sort();
    const outdated = names.slice(0, Math.max(0, names.length - OUTBOX_KEPT));
    await Promise.all(outdated.map((name) => rm(join(dir, name), { force: true })));
  }

  return {
    dir,
    async sendLetter(letter) {
      const message = await written(composeLetter(letter, sender, clock()));
      await inTurn(() => keep(message, "eml"));
    },
    sendCode: ({ phone, channel, text }) =>
      inTurn(() => keep(`To: ${oneLine(phone)}\nBy: ${channel}\n\n${text}\n`, "txt")),
    async stop() {
      await last;
    },
  };
}

/** A letter as RFC 5322 has it. nodemailer is loaded with the first one, so that no start waits for it. */
async function written(letter: SendMailOptions): Promise<Buffer> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await transport.sendMail(letter);
  // The transport was asked for a buffer.
  return message as Buffer;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}
