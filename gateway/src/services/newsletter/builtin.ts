import {
  NEWSLETTERS_PATH,
  type Newsletter,
  type NewsletterSettings,
  type NewsletterSummary,
  type NewsletterText,
  type PauseReason,
  type SendingProblem,
} from "@porchlight/protocol/newsletters.ts";
import { isEmailShaped } from "@porchlight/protocol/subscriber.ts";
import type { DataFile } from "../../data/data-file.ts";
import type { Writer } from "../../data/statements.ts";
import { createSettledClock } from "../../lib/settled-clock.ts";
import type { BatchEmail, BatchMail } from "../shared/batch-email.ts";
import { hashOf } from "../shared/secrets.ts";
import { emailMarks } from "./bounces/email-mark.ts";
import { liftBounces, listBounces } from "./bounces/list-bounces.ts";
import { recordBounce } from "./bounces/record-bounce.ts";
import {
  countAudience,
  freezeRecipients,
  IS_BLOCKED,
  removeRecipients,
  type SegmentQueries,
} from "./builtin/audience.ts";
import { createVisitCounter } from "./builtin/count-visits.ts";
import { createPacing } from "./builtin/pacing.ts";
import { createRecipientEmails } from "./builtin/recipient-emails.ts";
import { endDeferrals, isRecipient, listRecipients, moveRecipients, type RecipientKey } from "./builtin/recipients.ts";
import { doubtInterrupted, type Sending, type Standing, startSending } from "./builtin/sending.ts";
import { HEALTHY, type ServerHealth } from "./builtin/server-health.ts";
import { readNewsletterSettings, storeNewsletterSettings } from "./builtin/settings.ts";
import {
  addDraft,
  createPublishedNewsletters,
  editDraft,
  figuresOf,
  findNewsletter,
  listNewsletters,
  removeDraft,
  type StoredNewsletter,
} from "./builtin/stored-newsletters.ts";
import { createUnknownAddresses } from "./builtin/unknown-addresses.ts";
import type { ComposedNewsletter, Composer } from "./compose/contract.ts";
import type { ChangeResult, NewsletterService } from "./contract.ts";
import type { NewsletterList } from "./list.ts";
import { MISSING, noOwnerAddress, testSubject } from "./words.ts";

/** A newsletter whose time passed longer ago than this is not started unasked, in milliseconds. */
const LATE_MS = 60 * 60_000;
/** How often to store that a newsletter is still being worked on, in milliseconds. */
const ACTIVE_EVERY_MS = 5 * 60_000;

type NewslettersOptions = {
  data: DataFile;
  /** Absent without a mail server. */
  mail: BatchMail | undefined;
  composer: Composer;
  list: NewsletterList;
  queries: SegmentQueries;
  /** Reads the secret of this site's list, in base64url. */
  secret: () => string;
  publicUrl: string;
  /** Whether readers could not open the site: its address is of this network, and the mail server is a real one. */
  isUnreachable?: boolean;
  /** Where test emails go. */
  ownerEmail: string;
  /** Where delivery reports about an email go; undefined: to the sender. */
  returnPath?: ((recipient: RecipientKey) => string | undefined) | undefined;
  /** Where a copy of a test email goes, so that the site can read how it arrived; undefined: nowhere. */
  testAddress?: ((date: Date) => string | undefined) | undefined;
  clock: () => Date;
  now: () => number;
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: { info: Log; warn: Log; error: Log };
};
type Log = (fields: object, message: string) => void;

const BEGIN = `
  UPDATE newsletters
  SET state = 'sending', paused_because = NULL, revision = revision + 1, started_at = coalesce(started_at, ?),
    active_at = ?, html = ?, text = ?, web_html = ?
  WHERE id = ? AND revision = ?`;

const SCHEDULE = `
  UPDATE newsletters SET state = 'scheduled', start_at = ?, revision = revision + 1
  WHERE id = ? AND state = 'draft' AND revision = ?`;

/** Newsletters in the data file, and their sending. */
export function createNewsletters(options: NewslettersOptions): NewsletterService {
  const { data, mail, composer, list, queries, ownerEmail, testAddress, clock, now, wait, log } = options;
  const emails = createRecipientEmails({
    ...options,
    read: data.read,
    openMarks: () => emailMarks(options.secret()).of,
  });
  const settings = () => readNewsletterSettings(data.read);
  const pacing = createPacing(settings);
  const unknownAddresses = createUnknownAddresses();
  const server: ServerHealth = { ...HEALTHY };
  const isClockSettled = createSettledClock(clock, now);
  const visits = createVisitCounter(data, log);
  const nowText = () => clock().toISOString();
  /** The newsletter that is being sent. Only one is sent at a time, so that the limits of the mail server hold. */
  let current: { id: number; sending: Sending } | undefined;
  /** Newsletters that made way for others, the one that did so longest ago first. */
  const standings = new Map<number, Standing>();
  const stopping = new AbortController();
  // After a kill, emails that were on their way are in doubt.
  const ready = data.write((writer) => {
    for (const { id } of writer.all<{ id: number }>("SELECT id FROM newsletters WHERE sending > 0")) {
      const doubts = doubtInterrupted(writer, id, nowText());
      log.warn({ newsletter: id, doubts }, "emails of a newsletter were on their way when the site ended");
    }
    for (const { id, activeAt } of writer.all<{ id: number; activeAt: string }>(
      "SELECT id, active_at AS activeAt FROM newsletters WHERE state = 'sending'",
    )) {
      if (Math.abs(clock().getTime() - Date.parse(activeAt)) > LATE_MS) pauseFor(writer, id, "late");
    }
  });

  function toNewsletter(stored: StoredNewsletter): Newsletter {
    const { pausedBecause, startAt, startedAt, endedAt, counts, activeAt, visits, ...rest } = stored;
    return {
      ...rest,
      ...(pausedBecause && { pausedBecause }),
      ...(stored.state === "sending" && waitingFor(stored.id)),
      ...(startAt && { startAt }),
      ...(startedAt && { startedAt, figures: figuresOf(data.read, stored) }),
      ...(endedAt && { endedAt }),
      ...(counts && { counts }),
      missing: missingFor(stored),
    };
  }

  function waitingFor(id: number): Pick<Newsletter, "waitsFor"> {
    if (server.waitUntil > now()) return { waitsFor: "server" };
    return standings.get(id)?.hasNew === false ? { waitsFor: "retries" } : {};
  }

  function missingFor({ subject, body }: NewsletterText): SendingProblem[] {
    const codes = [
      ...missingForAll(),
      ...(subject.trim() === "" ? (["no-subject"] as const) : []),
      ...(body.trim() === "" ? (["no-body"] as const) : []),
    ];
    return codes.map(problem);
  }

  function missingForAll(): ("no-mail-server" | "no-public-address" | "no-postal-address")[] {
    return [
      ...(mail === undefined ? (["no-mail-server"] as const) : []),
      ...(options.isUnreachable ? (["no-public-address"] as const) : []),
      ...(settings().postalAddress.trim() === "" ? (["no-postal-address"] as const) : []),
    ];
  }

  const compose = ({ id, subject, preheader, body, isInArchive }: StoredNewsletter) =>
    composer.compose(
      { subject, preheader, body },
      {
        mark: `newsletter-${id}`,
        postalAddress: settings().postalAddress,
        ...(isInArchive && { webPath: `${NEWSLETTERS_PATH}/${id}` }),
      },
    );

  function resultFor(id: number): ChangeResult {
    const stored = findNewsletter(data.read, id);
    return stored ? { ok: true, newsletter: toNewsletter(stored) } : { ok: false, reason: "unknown" };
  }

  /** The result of a change that did not happen. */
  function refusal(id: number, revision?: number): ChangeResult {
    const stored = findNewsletter(data.read, id);
    if (!stored) return { ok: false, reason: "unknown" };
    return revision !== undefined && stored.revision !== revision
      ? { ok: false, reason: "clash", now: toNewsletter(stored) }
      : { ok: false, reason: "state" };
  }

  /** Composes a newsletter and finds what prevents its sending. */
  async function composeToSend(
    stored: StoredNewsletter,
  ): Promise<{ composed: ComposedNewsletter; missing: SendingProblem[] }> {
    const composed = await compose(stored);
    return { composed, missing: [...missingFor(stored), ...composed.problems] };
  }

  /**
   * Runs the change that begins or schedules a newsletter, and freezes its recipients in the same transaction.
   *
   * @param run @returns false if the newsletter has changed meanwhile
   */
  async function freeze(
    { id, revision, segment }: StoredNewsletter,
    run: (writer: Writer) => boolean,
  ): Promise<ChangeResult> {
    try {
      const isDone = await data.write((writer) => {
        if (!run(writer)) return false;
        if (freezeRecipients(writer, id, list, segment, queries) === 0) throw new NoRecipients();
        return true;
      });
      return isDone ? resultFor(id) : refusal(id, revision);
    } catch (error) {
      if (error instanceof NoRecipients) return noRecipients();
      throw error;
    }
  }

  /** Begins to send a newsletter now. */
  async function start(stored: StoredNewsletter): Promise<ChangeResult> {
    const { composed, missing } = await composeToSend(stored);
    if (missing.length > 0) return { ok: false, reason: "not-ready", missing };
    const { html, text, webHtml } = composed;
    const begin = (writer: Writer) => {
      const at = nowText();
      return writer.run(BEGIN, at, at, html, text, webHtml, stored.id, stored.revision) > 0;
    };
    const change = async () => ((await data.write(begin)) ? resultFor(stored.id) : refusal(stored.id, stored.revision));
    const result = await (stored.counts === undefined ? freeze(stored, begin) : change());
    if (!result.ok) return result;
    log.info({ newsletter: stored.id }, "a newsletter is being sent");
    Object.assign(server, current === undefined ? HEALTHY : { waitUntil: 0 });
    goOn();
    return resultFor(stored.id);
  }

  /** Newsletters for which there is something to do now: first those that did not have a turn yet, by age. */
  function findReady(): number[] {
    const turns = [...standings.keys()];
    return data.read
      .all<{ id: number }>("SELECT id FROM newsletters WHERE state = 'sending' ORDER BY started_at, id")
      .map(({ id }) => id)
      .filter((id) => (standings.get(id)?.until ?? 0) <= now())
      .sort((a, b) => turns.indexOf(a) - turns.indexOf(b));
  }

  /** Sends the newsletter whose turn it is, if none is being sent. */
  function goOn(): void {
    if (current !== undefined || stopping.signal.aborted || mail === undefined) return;
    const [id] = findReady();
    if (id === undefined) return;
    if (isElsewhere(id)) {
      void change(id, (writer) => pauseFor(writer, id, "moved"));
      return;
    }
    const sending = startSending({
      id,
      data,
      mail,
      prepare: emails.forNewsletter(mail, id),
      pacing,
      unknownAddresses,
      server,
      from: standings.get(id),
      isOtherReady: () => findReady().some((other) => other !== id),
      // Somebody who was removed has no address any more.
      mayGet: (writer, { email }) =>
        email !== "" && list.isActive(writer, email) && writer.get(IS_BLOCKED, email) === undefined,
      onRefusedAddress(writer, { email }, { kind, code }) {
        // Somebody who was removed meanwhile is named nowhere.
        if (!isRecipient(writer, id, email)) return;
        recordBounce(writer, { email, kind, at: nowText(), reason: code, newsletterId: id });
      },
      clock,
      now,
      wait,
      log,
    });
    current = { id, sending };
    void sending.ended.then((standing) => {
      current = undefined;
      standings.delete(id);
      if (standing !== undefined) {
        standings.set(id, standing);
        void wait(Math.max(0, standing.until - now()), stopping.signal).then(goOn, () => undefined);
      }
      goOn();
    });
  }

  /** Whether the recipients were frozen from another list than the present one. */
  function isElsewhere(id: number): boolean {
    const row = data.read.get<{ token: string | null }>(
      "SELECT token FROM newsletter_recipients WHERE newsletter_id = ? LIMIT 1",
      id,
    );
    return row !== undefined && (row.token !== null) !== list.isHosted;
  }

  /** Changes a newsletter, and wakes what depends on it. @returns whether something was changed */
  async function change(id: number, run: (writer: Writer) => boolean): Promise<ChangeResult> {
    const isChanged = await data.write(run);
    const standing = standings.get(id);
    if (standing) standings.set(id, { ...standing, until: 0 });
    if (current?.id === id && findNewsletter(data.read, id)?.state !== "sending") void current.sending.stop();
    goOn();
    return isChanged ? resultFor(id) : refusal(id);
  }

  function pauseFor(writer: Writer, id: number, reason: PauseReason): boolean {
    return setState(writer, id, ["scheduled", "sending"], "paused", { paused_because: reason });
  }

  /** Begins a scheduled newsletter whose time has come, or pauses it. */
  async function startDue(stored: StoredNewsletter, isSettled: boolean): Promise<void> {
    const lateMs = clock().getTime() - Date.parse(stored.startAt ?? "");
    if (lateMs < 0 || !isSettled) return;
    if (lateMs > LATE_MS) {
      log.warn({ newsletter: stored.id }, "a newsletter was not started in time and waits for the owner");
      await change(stored.id, (writer) => pauseFor(writer, stored.id, "late"));
      return;
    }
    const result = await start(stored);
    if (result.ok || result.reason !== "not-ready") return;
    log.warn({ newsletter: stored.id, missing: result.missing }, "a newsletter could not be started");
    await change(stored.id, (writer) => pauseFor(writer, stored.id, "not-ready"));
  }

  return {
    list: () => ({
      newsletters: listNewsletters(data.read).map(toSummary),
      missing: missingForAll().map(problem),
    }),
    find(id) {
      const stored = findNewsletter(data.read, id);
      return stored && toNewsletter(stored);
    },

    async begin(from) {
      const text = await firstText(from);
      if (text === undefined) return undefined;
      const id = await data.write((writer) => addDraft(writer, text, nowText()));
      const stored = findNewsletter(data.read, id);
      return stored && toNewsletter(stored);
    },

    async edit(id, edit) {
      const isEdited = await data.write((writer) => editDraft(writer, id, edit, nowText()));
      return isEdited ? resultFor(id) : refusal(id, edit.revision);
    },

    remove: (id) => data.write((writer) => removeDraft(writer, id)),

    async preview(id) {
      const stored = findNewsletter(data.read, id);
      if (!stored) return undefined;
      const { html, text, problems } = await compose(stored);
      return { subject: stored.subject, html, text, bytes: Buffer.byteLength(html), problems };
    },

    async test(id, authorization) {
      const stored = findNewsletter(data.read, id);
      if (!stored) return { ok: false, reason: "unknown" };
      if (mail === undefined) return { ok: false, reason: "no-mail-server", message: MISSING["no-mail-server"] };
      if (!isEmailShaped(ownerEmail)) {
        return { ok: false, reason: "no-owner-address", message: noOwnerAddress(ownerEmail) };
      }
      const { html, text } = await compose(stored);
      const token = (await list.openTokens(authorization))(ownerEmail);
      // Uses another Message-ID than the newsletter: a mail program would hide the later email.
      const messageId = `<${id}.test.${clock().getTime()}@${mail.domain}>`;
      const parts = { subject: testSubject(stored.subject), html, text };
      const email = emails.toEmail(parts, { to: ownerEmail, newsletterId: id, token, messageId });
      const copyTo = testAddress?.(email.date);
      const connection = mail.connect();
      const send = async (one: BatchEmail) =>
        connection.send(await mail.prepare(one), AbortSignal.timeout(TEST_MAX_MS));
      try {
        const result = await send(email);
        if (result.state === "accepted") {
          // The owner has the email. Without the copy, the check-up knows less.
          if (copyTo !== undefined) await send({ ...email, to: copyTo, messageId: `<copy.${messageId.slice(1)}` });
          return { ok: true, to: ownerEmail };
        }
        return { ok: false, reason: "not-sent", code: "code" in result ? result.code : result.state };
      } finally {
        connection.close();
      }
    },

    async audience(segment, authorization) {
      await list.refresh(authorization);
      return countAudience(data.read, list, segment, queries);
    },

    async choices(authorization) {
      await list.refresh(authorization);
      const sources = data.read.all<{ source: string }>(
        `SELECT source FROM ${list.table} GROUP BY source ORDER BY source LIMIT ${CHOICES_MAX}`,
      );
      const towns = data.read.all<{ town: string }>(
        `SELECT town FROM (${queries.towns}) ORDER BY town LIMIT ${CHOICES_MAX}`,
      );
      return {
        sources: sources.map(({ source }) => source),
        towns: towns.map(({ town }) => town),
        ...(await composer.choices()),
      };
    },

    async send(id, { revision, at }, authorization) {
      const stored = findNewsletter(data.read, id);
      if (stored?.state !== "draft" || stored.revision !== revision) return refusal(id, revision);
      if (list.isHosted) await list.refresh(authorization);
      if (at === undefined) return start(stored);
      const { missing } = await composeToSend(stored);
      if (missing.length > 0) return { ok: false, reason: "not-ready", missing };
      const schedule = (writer: Writer) => writer.run(SCHEDULE, at, id, revision) > 0;
      // A list at a provider can be read only while the owner is there.
      if (list.isHosted) return freeze(stored, schedule);
      return (await data.write(schedule)) ? resultFor(id) : refusal(id, revision);
    },

    unschedule: (id) =>
      change(id, (writer) => {
        const stored = findNewsletter(writer, id);
        if (stored?.startedAt !== undefined) return false;
        if (!setState(writer, id, ["scheduled", "paused"], "draft", { start_at: null, paused_because: null })) {
          return false;
        }
        removeRecipients(writer, id);
        return true;
      }),

    pause: (id) => change(id, (writer) => setState(writer, id, ["sending"], "paused", { paused_because: "owner" })),

    async resume(id) {
      const stored = findNewsletter(data.read, id);
      if (stored?.state !== "paused") return refusal(id);
      if (stored.startedAt === undefined) return start(stored);
      const missing = missingForAll().map(problem);
      if (missing.length > 0) return { ok: false, reason: "not-ready", missing };
      return change(id, (writer) => {
        const at = nowText();
        if (!setState(writer, id, ["paused"], "sending", { paused_because: null, active_at: at })) return false;
        // The owner has seen to it that the mail server accepts emails again.
        Object.assign(server, HEALTHY);
        if (stored.pausedBecause === "refused") endDeferrals(writer, id, at);
        return true;
      });
    },

    cancel: (id) =>
      change(id, (writer) =>
        setState(writer, id, ["scheduled", "sending", "paused"], "cancelled", {
          ended_at: nowText(),
          paused_because: null,
        }),
      ),

    recipients: (id, state, after) => listRecipients(data.read, id, state, after),

    decideDoubts: (id, { decision, emails }) =>
      change(id, (writer) => {
        const stored = findNewsletter(writer, id);
        if (stored === undefined) return false;
        const at = nowText();
        if (decision === "leave") return moveRecipients(writer, id, ["in-doubt", "sent"], { at, emails }) > 0;
        if (stored.state === "cancelled") return false;
        if (moveRecipients(writer, id, ["in-doubt", "waiting"], { at, emails, nextAt: at }) === 0) return false;
        setState(writer, id, ["sent"], "sending", { ended_at: null, active_at: at });
        return true;
      }),

    settings,
    saveSettings: (next: NewsletterSettings) => data.write((writer) => storeNewsletterSettings(writer, next)),
    bounces: (before) => listBounces(data.read, before),
    liftBounce: (id) => data.write((writer) => liftBounces(writer, id, nowText())),

    async noteUnsubscribed(token, newsletterId) {
      // The unsubscribing itself is already stored; an empty commit would only wait for the disk.
      if (!list.isHosted && newsletterId === undefined) return;
      await data.write((writer) => {
        if (list.isHosted) leaveByToken(writer, token, nowText());
        if (newsletterId !== undefined) countUnsubscribed(writer, newsletterId, token);
      });
    },

    countVisit: visits.count,
    published: createPublishedNewsletters(data.read),

    async check() {
      await ready;
      await visits.store();
      const isSettled = isClockSettled();
      for (const { id } of data.read.all<{ id: number }>("SELECT id FROM newsletters WHERE state = 'scheduled'")) {
        const stored = findNewsletter(data.read, id);
        if (stored?.state === "scheduled") await startDue(stored, isSettled);
      }
      if (mail === undefined) {
        for (const { id } of data.read.all<{ id: number }>("SELECT id FROM newsletters WHERE state = 'sending'")) {
          await change(id, (writer) => pauseFor(writer, id, "not-ready"));
        }
      }
      const before = new Date(clock().getTime() - ACTIVE_EVERY_MS).toISOString();
      if (data.read.get("SELECT 1 FROM newsletters WHERE state = 'sending' AND active_at < ?", before)) {
        await data.write((writer) =>
          writer.run("UPDATE newsletters SET active_at = ? WHERE state = 'sending'", nowText()),
        );
      }
      goOn();
    },

    async stop() {
      stopping.abort();
      await current?.sending.stop();
      await visits.store();
    },
  };

  async function firstText(from: Parameters<NewsletterService["begin"]>[0]): Promise<NewsletterText | undefined> {
    if (from === undefined) return { subject: "", preheader: "", body: "" };
    if (!("newsletter" in from)) return composer.begin(from);
    return findNewsletter(data.read, from.newsletter);
  }
}

/** How long a test email may take, in milliseconds. */
const TEST_MAX_MS = 60_000;
/** Maximum number of sources and of towns to choose from. */
const CHOICES_MAX = 500;

/** Rolls a start back: there is nobody to get the newsletter. */
class NoRecipients extends Error {}

const noRecipients = (): ChangeResult => ({ ok: false, reason: "not-ready", missing: [problem("no-recipients")] });

function problem(code: keyof typeof MISSING): SendingProblem {
  return { code, message: MISSING[code] };
}

/** Columns that a change of state may set. */
type StateColumns = {
  paused_because?: string | null;
  start_at?: string | null;
  ended_at?: string | null;
  active_at?: string;
};

/** Moves a newsletter to another state. @returns whether it was in one of the states `from` */
function setState(writer: Writer, id: number, from: readonly string[], to: string, columns: StateColumns): boolean {
  const names = Object.keys(columns);
  const sets = names.map((name) => `${name} = ?, `).join("");
  const states = from.map((state) => `'${state}'`).join(", ");
  return (
    writer.run(
      `UPDATE newsletters SET ${sets}state = ?, revision = revision + 1 WHERE id = ? AND state IN (${states})`,
      ...Object.values(columns),
      to,
      id,
    ) > 0
  );
}

/** Marks a recipient of a provider's list who unsubscribed: nothing more is sent to them, not even what is in doubt. */
function leaveByToken(writer: Writer, token: string, at: string): void {
  const rows = writer.all<{ id: number; email: string; state: "waiting" | "in-doubt" }>(
    `SELECT newsletter_id AS id, email, state FROM newsletter_recipients
     WHERE token = ? AND state IN ('waiting', 'in-doubt')`,
    token,
  );
  for (const { id, email, state } of rows) moveRecipients(writer, id, [state, "gone"], { at, emails: [email] });
}

/** Counts that somebody unsubscribed by this newsletter's link, once. A guessed link counts nothing. */
function countUnsubscribed(writer: Writer, id: number, token: string): void {
  writer.run(
    `INSERT INTO newsletter_unsubscribes (newsletter_id, token_hash)
     SELECT id, ? FROM newsletters WHERE id = ? AND started_at IS NOT NULL ON CONFLICT DO NOTHING`,
    hashOf(token),
    id,
  );
}

function toSummary(stored: StoredNewsletter): NewsletterSummary {
  const { id, subject, state, changedAt, startAt, startedAt, endedAt, pausedBecause, counts } = stored;
  const at = { draft: changedAt, scheduled: startAt, sending: startedAt, paused: startedAt ?? startAt }[
    state as "draft"
  ];
  return {
    id,
    subject,
    state,
    at: at ?? endedAt ?? changedAt,
    ...(pausedBecause && { pausedBecause }),
    ...(counts && { counts }),
  };
}
