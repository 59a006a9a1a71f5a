import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { EmailMessage, UnsentEmail } from "../shared/outgoing-messages.ts";
import { MailError } from "./contract.ts";
import { createNames, NAME_PATTERN, timeOf, writeEmailFile } from "./letter-files.ts";

/** Letters that may wait for the mail server, and of those given up the latest that are kept: generous, yet an end. */
export const MAX_EMAILS = 10_000;

/** A letter as its file holds it: its sender is that of the settings when it goes out. */
export type StoredEmail = Omit<EmailMessage, "until" | "tag"> & {
  /** The same at each try, so that a letter which came twice can be told to be one. */
  messageId: string;
  /** ISO 8601. */
  madeAt: string;
};

/** What the name of a waiting letter's file says; times are milliseconds since 1970. */
export type WaitingName = {
  name: string;
  madeAt: number;
  tag?: string;
  /** Until when it is of any use. */
  until?: number;
  /** When it is tried again, and what was wrong the last time: `451`, `EAUTH`. */
  deferred?: { after: number; trouble: string };
};

/** What the name of a given-up letter's file says. */
export type GivenUpName = { name: string; madeAt: number; tag?: string; trouble: string };

/** How long a letter may wait until that is worth a word, in milliseconds: most are out in seconds. */
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
  replyTo: v.exactOptional(v.string()),
  about: v.exactOptional(v.record(v.string(), v.union([v.string(), v.number()]))),
  messageId: v.string(),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
});

/** Letters that wait, as files of JSON in `waiting`, and those given up, as messages in `given-up`. */
export type WaitingEmails = ReturnType<typeof createWaitingEmails>;

/**
 * Letters on disk. What becomes of one stands in its file's name, so that a step is one renaming, and so that to know
 * how they all are no file has to be read.
 *
 * @param outbox folder in which theirs are; made when the first letter comes
 */
export function createWaitingEmails(outbox: string, clock: () => Date) {
  const { waiting, givenUp } = foldersIn(outbox);
  const newName = createNames(clock);

  return {
    /** All that wait, in the order in which they go out: those that are of use for a while only are first. */
    list: () => listWaiting(outbox),

    /** What a program that was killed left unfinished goes, and every letter may be tried at once. */
    async tidy(): Promise<void> {
      for (const dir of [waiting, givenUp]) {
        const unfinished = (await namesIn(dir)).filter((name) => UNFINISHED.test(name));
        await Promise.all(unfinished.map((name) => rm(join(dir, name), { force: true })));
      }
      for (const { name, deferred } of await listWaiting(outbox)) {
        if (deferred) await rename(join(waiting, name), join(waiting, atOnce(name)));
      }
    },

    async add(letter: StoredEmail, { until, tag = "" }: Pick<EmailMessage, "until" | "tag">): Promise<void> {
      const whose = IS_TAG.test(tag) ? `.of-${tag}` : "";
      const lasts = until ? `.until-${until.getTime()}` : "";
      await writeEmailFile(waiting, `${newName()}${whose}${lasts}.json`, JSON.stringify(letter));
    },

    /** Those with one of these tags that were tried and not taken, wait for long or were given up. */
    async unsent(tags: readonly string[]): Promise<UnsentEmail[]> {
      const letters = await listWaiting(outbox);
      // One that was not tried itself waits behind another.
      const latest = letters.find(({ deferred }) => deferred)?.deferred?.trouble;
      const slow = letters.filter(({ deferred, madeAt }) => deferred || clock().getTime() - madeAt >= SLOW_AFTER_MS);
      return [
        ...slow.map(({ tag, deferred }) => ({ tag, isGivenUp: false, trouble: deferred?.trouble ?? latest })),
        ...(await listGivenUp(outbox)).map(({ tag, trouble }) => ({ tag, isGivenUp: true, trouble })),
      ].flatMap(({ tag, isGivenUp, trouble }) =>
        tag !== undefined && tags.includes(tag) ? [{ tag, isGivenUp, ...(trouble !== undefined && { trouble }) }] : [],
      );
    },

    /**
     * Reads one.
     *
     * @returns undefined when it is not there any more
     * @throws {MailError} `bad-letter` when it is there and no letter
     */
    async read({ name }: WaitingName): Promise<StoredEmail | undefined> {
      const path = join(waiting, name);
      const text = await readFile(path, "utf8").catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      return text === undefined ? undefined : parseStored(text);
    },

    async defer({ name }: WaitingName, after: number, trouble: string): Promise<void> {
      const later = atOnce(name).replace(/\.json$/, `.after-${after}-${trouble}.json`);
      await rename(join(waiting, name), join(waiting, later));
    },

    remove: ({ name }: WaitingName) => rm(join(waiting, name), { force: true }),

    /** Keeps the message of a letter that is tried no more, for the owner. */
    async giveUp(letter: WaitingName, message: Uint8Array, trouble: string): Promise<void> {
      await writeEmailFile(givenUp, `${baseOf(letter.name)}.${trouble}.eml`, message);
      await rm(join(waiting, letter.name), { force: true });
      const kept = await listGivenUp(outbox);
      const outdated = kept.slice(0, Math.max(0, kept.length - MAX_EMAILS));
      await Promise.all(outdated.map(({ name }) => rm(join(givenUp, name), { force: true })));
    },

    /** Puts a file that is no letter where it is in nobody's way. */
    async setAside({ name }: WaitingName): Promise<void> {
      await writeEmailFile(givenUp, `${baseOf(name)}.unreadable.json`, await readFile(join(waiting, name)));
      await rm(join(waiting, name), { force: true });
    },
  };
}

/** Letters that wait in an outbox folder, in the order in which they go out. */
export async function listWaiting(outbox: string): Promise<WaitingName[]> {
  const found: WaitingName[] = [];
  for (const name of await namesIn(foldersIn(outbox).waiting)) {
    const [, base, tag, , until, , after, trouble] = WAITING.exec(name) ?? [];
    if (base === undefined) continue;
    found.push({
      name,
      madeAt: timeOf(base),
      ...(tag !== undefined && { tag }),
      ...(until !== undefined && { until: Number(until) }),
      ...(trouble !== undefined && { deferred: { after: Number(after), trouble } }),
    });
  }
  const rank = ({ until }: WaitingName) => (until === undefined ? 1 : 0);
  return found.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

/** Letters of an outbox folder that were given up, the oldest first. */
export async function listGivenUp(outbox: string): Promise<GivenUpName[]> {
  return (await namesIn(foldersIn(outbox).givenUp)).sort().flatMap((name) => {
    const [, , tag, trouble] = GIVEN_UP.exec(name) ?? [];
    if (trouble === undefined) return [];
    return [{ name, madeAt: timeOf(name), ...(tag !== undefined && { tag }), trouble }];
  });
}

function parseStored(text: string): StoredEmail {
  try {
    return v.parse(storedSchema, JSON.parse(text));
  } catch {
    // Without its cause, which may hold what the letter says.
    throw new MailError("bad-letter", "A file in the folder of waiting letters is no letter.");
  }
}

function foldersIn(outbox: string) {
  return { waiting: join(outbox, "waiting"), givenUp: join(outbox, "given-up") };
}

/** Names of the files in a folder; none where it is not there yet. */
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

/** A name without when it is tried again. */
function atOnce(name: string): string {
  return name.replace(/\.after-\d+-\w+(?=\.json$)/, "");
}

/** The part of a name that stays. */
function baseOf(name: string): string {
  return WAITING.exec(name)?.[1] ?? name;
}
