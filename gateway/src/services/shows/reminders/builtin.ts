import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { formatDate } from "@porchlight/protocol/format-date.ts";
import { showTitle } from "@porchlight/protocol/show-words.ts";
import { isOver, type Show } from "@porchlight/protocol/shows.ts";
import type { EmailLook } from "../../../content/identity/email-look.ts";
import { addressHash } from "../../../data/address-hash.ts";
import type { DataFile } from "../../../data/data-file.ts";
import { expiryTime } from "../../../data/reached-time.ts";
import { emailLimitKey } from "../../../lib/email-address.ts";
import type { EmailContent } from "../../shared/emails/content.ts";
import { renderEmail } from "../../shared/emails/render-email.ts";
import { isNeverTaken, type SendEmail } from "../../shared/outgoing-messages.ts";
import { readListEmail } from "../../shared/sign-up-rules.ts";
import { partlyHidden } from "../../shared/unsubscribe.ts";
import { createTownSearch, type NamedTown } from "../towns.ts";
import type { ReminderSubject, Reminders, RequestResult } from "./contract.ts";
import { firstTold, type PlanTime, planFor, type ReminderRow } from "./plan.ts";
import { composeConfirmation, composeNews } from "./reminder-emails.ts";
import { createReminderLinks } from "./reminder-links.ts";
import { CONFIRM_DAYS, NEAR_YEARS, nameOfNear } from "./words.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Maximum number of confirmation emails to one mailbox in a day, since a stranger may cause them. */
const EMAILS_A_DAY = 3;
/** Maximum number of towns from which a visitor chooses. */
const TOWNS_MAX = 12;

const FIND = "SELECT * FROM show_reminders WHERE key = ? AND email IS NOT NULL";
const SAME = "SELECT * FROM show_reminders WHERE mailbox_hash = ? AND email = ? AND (show_id = ? OR town = ?)";
/**
 * Does not change the key, so that there is one row for an address and a subject, and every link in its emails works.
 */
const RENEW = "UPDATE show_reminders SET requested_at = ?, is_confirmation_due = 1 WHERE key = ?";
// Leaves out requests with a future time, made while the clock was ahead.
const LATELY =
  "SELECT count(*) AS count FROM show_reminders WHERE mailbox_hash = ? AND requested_at > ? AND requested_at <= ?";
const ADD = `
  INSERT INTO show_reminders
    (key, email, mailbox_hash, show_id, town, latitude, longitude, requested_at, is_confirmation_due, handled_until, told, over_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)`;
const DELETE = "DELETE FROM show_reminders WHERE key = ?";
const CONFIRM =
  "UPDATE show_reminders SET confirmed_at = ?, handled_until = ?, told = ?, is_confirmation_due = 0 WHERE key = ?";
const STOP = "UPDATE show_reminders SET email = NULL, confirmed_at = NULL, is_confirmation_due = 0 WHERE key = ?";
const UNCONFIRMED =
  "SELECT * FROM show_reminders WHERE is_confirmation_due = 1 AND email IS NOT NULL AND confirmed_at IS NULL";
const SET_DUE = "UPDATE show_reminders SET is_confirmation_due = ? WHERE key = ? AND is_confirmation_due <> ?";
const CONFIRMED = "SELECT key FROM show_reminders WHERE confirmed_at IS NOT NULL AND email IS NOT NULL";
const SET_PLAN = `
  UPDATE show_reminders SET handled_until = ?, told = ?, over_at = ?
  WHERE key = ? AND email IS NOT NULL AND handled_until = ? AND told IS ?`;
const DELETE_OVER = `
  DELETE FROM show_reminders
  WHERE over_at <= ? OR (confirmed_at IS NULL AND requested_at <= ?) OR (email IS NULL AND requested_at <= ?)`;

type StoredReminder = Omit<ReminderRow, "confirmed_at"> & { requested_at: string; confirmed_at: string | null };

type RemindersOptions = {
  data: DataFile;
  /** Reads the list's secret, in base64url. */
  secret: () => string;
  shows: () => readonly Show[];
  sendEmail: SendEmail;
  artistName: () => string;
  language: () => string;
  emailLook?: (() => EmailLook) | undefined;
  publicUrl: string;
  clock: () => Date;
  log: { error: (fields: object, message: string) => void };
};

/**
 * Stores requests in the data file. Each notice is stored as sent before its email is handed over, so that no kill and
 * no restart sends it twice. If it cannot be handed over, the next check tries again.
 */
export function createReminders(options: RemindersOptions): Reminders {
  const { data, secret, shows, sendEmail, artistName, language, emailLook, publicUrl, clock, log } = options;
  const links = createReminderLinks({ secret, publicUrl });
  const searchTowns = createTownSearch();
  /** Writes that make an email due again and failed, as they do while the disk is full. */
  const undoing: (() => Promise<unknown>)[] = [];
  let isEnding = false;
  let running: Promise<void> = Promise.resolve();

  const at = (ms: number) => new Date(clock().getTime() + ms).toISOString();
  const findShow = (id: string | null) => shows().find((show) => show.id === id);

  function readPending(token: string): StoredReminder | undefined {
    const key = links.confirm.read(token);
    const row = key === undefined ? undefined : data.read.get<StoredReminder>(FIND, key);
    if (!row) return undefined;
    return row.confirmed_at !== null || row.requested_at > at(-CONFIRM_DAYS * DAY_MS) ? row : undefined;
  }

  /** @returns whether the email was handed over, or can never be */
  async function hand(row: StoredReminder, content: EmailContent, until: Date): Promise<boolean> {
    const frame = { name: artistName(), siteUrl: publicUrl, ...(emailLook && { look: emailLook() }) };
    const stopLink = links.stop.linkFor(row.key);
    try {
      await sendEmail({ to: row.email, ...renderEmail(content, frame), stopLink, until, about: { about: "shows" } });
    } catch (error) {
      // The error's message could contain an address.
      const reason = error instanceof Error ? error.name : "unknown";
      if (isNeverTaken(error)) return true;
      log.error({ reason }, "an email about a show could not be handed over; the next check tries again");
      return false;
    }
    return true;
  }

  async function sendConfirmations(): Promise<void> {
    await finishUndoing();
    for (const row of data.read.all<StoredReminder>(UNCONFIRMED)) {
      if (isEnding) return;
      const show = findShow(row.show_id);
      if ((await data.write((writer) => writer.run(SET_DUE, 0, row.key, 0))) === 0) continue;
      if (row.town === null && !show) continue;
      const content = composeConfirmation(
        { show, ...(row.town !== null && { town: row.town }) },
        {
          artistName: artistName(),
          language: language(),
          link: links.confirm.linkFor(row.key),
          stopLink: links.stop.linkFor(row.key),
        },
      );
      const until = new Date(Date.parse(row.requested_at) + CONFIRM_DAYS * DAY_MS);
      if (await hand(row, content, until)) continue;
      await undo(() => data.write((writer) => writer.run(SET_DUE, 1, row.key, 1)));
      return;
    }
  }

  async function sendNews(): Promise<void> {
    for (const { key } of data.read.all<{ key: string }>(CONFIRMED)) {
      if (isEnding) return;
      // Requests of visitors come first: with thousands of requests and shows a check takes seconds.
      await nextTurn();
      const row = data.read.get<StoredReminder>(FIND, key);
      if (!row || row.confirmed_at === null) continue;
      const { news, ...plan } = planFor({ ...row, confirmed_at: row.confirmed_at }, shows(), readTime());
      const isSame = plan.handled_until === row.handled_until && plan.told === row.told && plan.over_at === row.over_at;
      if (isSame) continue;
      if ((await store(row, plan)) === 0 || news === undefined) continue;
      const sender = { artistName: artistName(), language: language(), publicUrl, now: clock() };
      if (await hand(row, composeNews(news, sender, links.stop.linkFor(key)), news.until)) continue;
      await undo(() => store({ ...row, ...plan }, row));
      return;
    }
  }

  /** Makes an email due again that could not be handed over. If that fails too, the next check does it. */
  async function undo(write: () => Promise<unknown>): Promise<void> {
    undoing.push(write);
    await finishUndoing();
  }

  async function finishUndoing(): Promise<void> {
    for (const write of [...undoing]) {
      await write();
      undoing.shift();
    }
  }

  function store(
    from: Pick<ReminderRow, "key" | "handled_until" | "told">,
    to: Pick<ReminderRow, "handled_until" | "told" | "over_at">,
  ): Promise<number> {
    return data.write((writer) =>
      writer.run(SET_PLAN, to.handled_until, to.told, to.over_at, from.key, from.handled_until, from.told),
    );
  }

  function readTime(): PlanTime {
    const now = clock();
    return { now: now.getTime(), reached: expiryTime(data.read, now).getTime() };
  }

  async function run(): Promise<void> {
    await sendConfirmations();
    await sendNews();
    const { reached } = readTime();
    const before = (ms: number) => new Date(reached - ms).toISOString();
    await data.write((writer) => writer.run(DELETE_OVER, before(0), before(CONFIRM_DAYS * DAY_MS), before(DAY_MS)));
  }

  /** Runs work once the current work has ended. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    running = running.then(work).catch((error: unknown) => log.error({ err: error }, "reminders of shows failed"));
    return running;
  }

  function add(email: string, about: { show: Show } | NamedTown): Promise<void> {
    const now = at(0);
    const show = "show" in about ? about.show : undefined;
    const [town, position] = "show" in about ? [null, undefined] : [about.name, about.position];
    const mailbox = addressHash(secret(), emailLimitKey(email));
    return data.write((writer) => {
      const yesterday = at(-DAY_MS);
      const same = writer.get<StoredReminder>(SAME, mailbox, email, show?.id ?? null, town);
      const { count } = writer.get<{ count: number }>(LATELY, mailbox, yesterday, now) ?? { count: 0 };
      const overAt = show ? new Date(show.overAt).toISOString() : at(NEAR_YEARS * 365 * DAY_MS);
      const key = randomBytes(16).toString("base64url");
      const place = [position?.latitude ?? null, position?.longitude ?? null] as const;
      // Written for every request, so that the time of the response reveals nothing.
      writer.run(ADD, key, email, mailbox, show?.id ?? null, town, ...place, now, now, firstTold(show), overAt);
      if (!same && count < EMAILS_A_DAY) return;
      writer.run(DELETE, key);
      const isOld = same && same.confirmed_at === null && same.requested_at <= yesterday;
      if (isOld && count < EMAILS_A_DAY) writer.run(RENEW, now, same.key);
    });
  }

  return {
    async request(typedEmail, subject) {
      const email = readListEmail(typedEmail);
      if (email === undefined) return { ok: false, reason: "invalid-email" };
      const about = findSubject(subject);
      if ("reason" in about) return about;
      await add(email, about);
      // In the background, so that the time of the response reveals nothing.
      setImmediate(() => void enqueue(sendConfirmations));
      return { ok: true };
    },
    find(token) {
      const row = readPending(token);
      const show = row && findShow(row.show_id);
      if (!row || (row.town === null && !show)) return undefined;
      const about = show
        ? `${showTitle(show, artistName())}, ${formatDate(show.date, language())}`
        : nameOfNear(row.town ?? "");
      return { address: partlyHidden(row.email), about };
    },
    async confirm(token) {
      const row = readPending(token);
      if (!row) return false;
      // A second click on the button gives the same result.
      if (row.confirmed_at !== null) return true;
      const now = at(0);
      // The site's pages show what has changed since the request, and which shows are near the town.
      const { told } = planFor({ ...row, confirmed_at: now, told: null }, shows(), readTime());
      await data.write((writer) => writer.run(CONFIRM, now, now, told, row.key));
      return true;
    },
    isStopLink: (token) => links.stop.read(token) !== undefined,
    async stop(token) {
      const key = links.stop.read(token);
      if (key === undefined) return false;
      await data.write((writer) => writer.run(STOP, key));
      return true;
    },
    check: () => enqueue(run),
    async end() {
      isEnding = true;
      await running;
    },
  };

  function findSubject(subject: ReminderSubject): { show: Show } | NamedTown | Exclude<RequestResult, { ok: true }> {
    if ("showId" in subject) {
      const show = findShow(subject.showId);
      const isAhead = show && !isOver(show, clock().getTime()) && show.status !== "cancelled";
      return isAhead ? { show } : { ok: false, reason: "no-such-show" };
    }
    const towns = searchTowns(subject.town);
    const [only] = towns;
    if (towns.length === 1 && only) return only;
    return { ok: false, reason: "which-town", towns: towns.slice(0, TOWNS_MAX).map(({ name }) => name) };
  }
}
