import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { EmailMessage, UnsentEmail } from "../shared/outgoing-messages.ts";
import { MailError } from "./contract.ts";
import { createNames, NAME_PATTERN, timeOf, writeEmailFile } from "./email-files.ts";

/** Maximum number of waiting emails, and of given-up emails that are stored. */
export const MAX_EMAILS = 10_000;

/** An email as its file stores it. Its sender is read from the settings when it is sent. */
export type StoredEmail = Omit<EmailMessage, "until" | "tag"> & {
  /** Stays the same for all tries, so that a mail program can recognise an email that arrived twice. */
  messageId: string;
  /** ISO 8601. */
  madeAt: string;
};

/** Facts in the file name of a waiting email; times are milliseconds since 1970. */
export type WaitingName = {
  name: string;
  madeAt: number;
  tag?: string;
  /** When the email becomes useless. */
  until?: number;
  /** When the email is tried again, and the code of the last failure: `451`, `EAUTH`. */
  deferred?: { after: number; reason: string };
};

/** Facts in the file name of a given-up email. */
type GivenUpName = { name: string; madeAt: number; tag?: string; reason: string };

/** An email that waits longer is reported, in milliseconds. Most emails are sent within seconds. */
const SLOW_AFTER_MS = 60_000;

const TAG = "[a-z\\d-]+";
const IS_TAG = new RegExp(`^${TAG}$`);
const BASE = `(${NAME_PATTERN}(?:\\.of-(${TAG}))?)`;
const WAITING = new RegExp(`^${BASE}(\\.until-(\\d+))?(\\.after-(\\d+)-(\\w+))?\\.json$`);
const UNFINISHED = new RegExp(`^${NAME_PATTERN}[.\\w-]*\\.(?:json|eml)\\.new$`);
const GIVEN_UP = new RegExp(`^${BASE}\\.(\\w+)\\.(?:eml|json)$`);

const storedSchema = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.exactOptional(v.string()),
  replyTo: v.exactOptional(v.string()),
  stopLink: v.exactOptional(v.string()),
  about: v.exactOptional(v.record(v.string(), v.union([v.string(), v.number()]))),
  messageId: v.string(),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
});

/** Waiting emails are JSON files in `waiting`. Given-up emails are messages in `given-up`. */
export type WaitingEmails = ReturnType<typeof createWaitingEmails>;

/**
 * Stores emails on disk. The state of each email is in its file name. So a change is one rename, and listing emails
 * reads no file. hosted.ts decides when an email is sent or tried again.
 *
 * @param outbox parent of both folders; created with the first email
 */
export function createWaitingEmails(outbox: string, clock: () => Date) {
  const { waiting, givenUp } = foldersIn(outbox);
  const newName = createNames(clock);

  async function defer({ name }: Pick<WaitingName, "name">, after: number, reason: string): Promise<void> {
    const later = atOnce(name).replace(/\.json$/, `.after-${after}-${reason}.json`);
    await rename(join(waiting, name), join(waiting, later));
  }

  return {
    /** Lists waiting emails in the order of sending. */
    list: () => listWaiting(outbox),

    /** Removes files that a killed process left unfinished, and makes every email due. Deferred emails stay last. */
    async tidy(): Promise<void> {
      for (const dir of [waiting, givenUp]) {
        const unfinished = (await namesIn(dir)).filter((name) => UNFINISHED.test(name));
        await Promise.all(unfinished.map((name) => rm(join(dir, name), { force: true })));
      }
      for (const { name, deferred } of await listWaiting(outbox)) {
        if (deferred) await defer({ name }, clock().getTime(), deferred.reason);
      }
    },

    async add(email: StoredEmail, { until, tag = "" }: Pick<EmailMessage, "until" | "tag">): Promise<void> {
      const tagged = IS_TAG.test(tag) ? `.of-${tag}` : "";
      const lasts = until ? `.until-${until.getTime()}` : "";
      await writeEmailFile(waiting, `${newName()}${tagged}${lasts}.json`, JSON.stringify(email));
    },

    /** Finds emails with these tags that failed, have waited for long, or were given up. */
    async unsent(tags: readonly string[]): Promise<UnsentEmail[]> {
      const emails = await listWaiting(outbox);
      // An email that was never tried waits because another one failed.
      const latest = emails.find(({ deferred }) => deferred)?.deferred?.reason;
      const slow = emails.filter(({ deferred, madeAt }) => deferred || clock().getTime() - madeAt >= SLOW_AFTER_MS);
      return [
        ...slow.map(({ tag, deferred }) => ({ tag, isGivenUp: false, reason: deferred?.reason ?? latest })),
        ...(await listGivenUp(outbox)).map(({ tag, reason }) => ({ tag, isGivenUp: true, reason })),
      ].flatMap(({ tag, isGivenUp, reason }) =>
        tag !== undefined && tags.includes(tag) ? [{ tag, isGivenUp, ...(reason !== undefined && { reason }) }] : [],
      );
    },

    /**
     * @returns undefined if the file no longer exists
     * @throws {MailError} `bad-email` if the file does not contain an email
     */
    async read({ name }: WaitingName): Promise<StoredEmail | undefined> {
      const path = join(waiting, name);
      const text = await readFile(path, "utf8").catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      return text === undefined ? undefined : parseStored(text);
    },

    defer,

    remove: ({ name }: WaitingName) => rm(join(waiting, name), { force: true }),

    /** Stores the message of an email that is not tried any more, for the owner. */
    async giveUp(email: WaitingName, message: Uint8Array, reason: string): Promise<void> {
      await writeEmailFile(givenUp, `${baseOf(email.name)}.${reason}.eml`, message);
      await rm(join(waiting, email.name), { force: true });
      const stored = await listGivenUp(outbox);
      const outdated = stored.slice(0, Math.max(0, stored.length - MAX_EMAILS));
      await Promise.all(outdated.map(({ name }) => rm(join(givenUp, name), { force: true })));
    },

    /** Moves a file that does not contain an email out of the way. */
    async setAside({ name }: WaitingName): Promise<void> {
      await writeEmailFile(givenUp, `${baseOf(name)}.unreadable.json`, await readFile(join(waiting, name)));
      await rm(join(waiting, name), { force: true });
    },
  };
}

/**
 * Lists the waiting emails of an outbox folder in the order of sending. Emails that become useless soon are first.
 * Deferred ones are last, so that no new email waits behind many emails to an address that a stranger typed. Among
 * deferred emails, the one that has been due longest is first.
 */
export async function listWaiting(outbox: string): Promise<WaitingName[]> {
  const found: WaitingName[] = [];
  for (const name of await namesIn(foldersIn(outbox).waiting)) {
    const [, base, tag, , until, , after, reason] = WAITING.exec(name) ?? [];
    if (base === undefined) continue;
    found.push({
      name,
      madeAt: timeOf(base),
      ...(tag !== undefined && { tag }),
      ...(until !== undefined && { until: Number(until) }),
      ...(reason !== undefined && { deferred: { after: Number(after), reason } }),
    });
  }
  const rank = ({ until, deferred }: WaitingName) => (until === undefined ? 1 : 0) + (deferred ? 2 : 0);
  const dueFrom = ({ deferred }: WaitingName) => deferred?.after ?? 0;
  return found.sort((a, b) => rank(a) - rank(b) || dueFrom(a) - dueFrom(b) || (a.name < b.name ? -1 : 1));
}

/** Lists the given-up emails of an outbox folder, oldest first. */
export async function listGivenUp(outbox: string): Promise<GivenUpName[]> {
  return (await namesIn(foldersIn(outbox).givenUp)).sort().flatMap((name) => {
    const [, , tag, reason] = GIVEN_UP.exec(name) ?? [];
    if (reason === undefined) return [];
    return [{ name, madeAt: timeOf(name), ...(tag !== undefined && { tag }), reason }];
  });
}

function parseStored(text: string): StoredEmail {
  try {
    return v.parse(storedSchema, JSON.parse(text));
  } catch {
    // The error has no cause, because that may contain the text of the email.
    throw new MailError("bad-email", "A file in the folder of waiting emails does not hold an email.");
  }
}

function foldersIn(outbox: string) {
  return { waiting: join(outbox, "waiting"), givenUp: join(outbox, "given-up") };
}

/** Lists the files of a folder; none if it does not exist yet. */
export async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Removes the time of the next try from a name. */
function atOnce(name: string): string {
  return name.replace(/\.after-\d+-\w+(?=\.json$)/, "");
}

/** The part of a name that never changes. */
function baseOf(name: string): string {
  return WAITING.exec(name)?.[1] ?? name;
}
