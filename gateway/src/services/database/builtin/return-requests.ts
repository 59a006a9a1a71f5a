import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { EmailLook } from "../../../content/identity/email-look.ts";
import { addressHash } from "../../../data/address-hash.ts";
import { listSecret, readListSecret } from "../../../data/list-secret.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import { emailLimitKey } from "../../../lib/email-address.ts";
import { isNeverTaken, type SendEmail } from "../../shared/outgoing-messages.ts";
import { confirmationEmail, RETURN_LINK_DAYS, type Returning, type ReturnLinks } from "../../shared/resubscribe.ts";
import type { SignUp } from "../../shared/subscriber-list.ts";
import { partlyHidden } from "../../shared/unsubscribe.ts";
import { storedTimestamp } from "../timestamps.ts";
import { type Store, writeAndPublish } from "./publication.ts";
import { join } from "./subscriber-list.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const LINK_LIFE_MS = RETURN_LINK_DAYS * DAY_MS;
/** A mailbox gets one confirmation email in this time, even if strangers sign its addresses up several times. */
const EMAIL_PAUSE_MS = DAY_MS;

const FIND = `
  SELECT requested_at, source, is_return, wording, page, asked_at FROM return_requests WHERE address_hash = ?`;
/** Leaves out requests with a future time, made while the clock was ahead: they would hold emails back until then. */
const LATEST = "SELECT max(requested_at) AS at FROM return_requests WHERE mailbox_hash = ? AND requested_at <= ?";
const ADD = `
  INSERT INTO return_requests
    (address_hash, mailbox_hash, requested_at, source, email, is_return, wording, page, asked_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const RENEW = "UPDATE return_requests SET requested_at = ?, email = ? WHERE address_hash = ?";
const UNSENT = `
  SELECT requested_at, email, is_return FROM return_requests WHERE email IS NOT NULL ORDER BY requested_at LIMIT 1`;
const FORGET_EMAIL = "UPDATE return_requests SET email = NULL WHERE email = ? AND requested_at = ?";
/** It writes for each sign-up, so that the time of the response reveals nothing. */
const NOTE_RECENT = `
  INSERT INTO recent_sign_ups (address_hash, at, count) VALUES (?, ?, 1)
  ON CONFLICT DO UPDATE SET count = count + 1`;
/** Nothing is stored about somebody new who never confirmed. */
const OVER = ["return_requests WHERE is_return = 0 AND requested_at < ?", "recent_sign_ups WHERE at < ?"];
const IS_ACTIVE = `SELECT 1 FROM ${SUBSCRIBERS_TABLE} WHERE email = ? AND status = 'active'`;

type Request = {
  requested_at: string;
  source: SignUp["source"];
  is_return: number;
  wording: string | null;
  page: string | null;
  asked_at: string | null;
};
type Unsent = { requested_at: string; email: string; is_return: number };

type ReturnRequestsOptions = {
  store: Store;
  links: ReturnLinks;
  sendEmail: SendEmail;
  artistName: () => string;
  emailLook?: (() => EmailLook) | undefined;
  /** Called in the commit that puts a confirmed address on the list. */
  onConfirmed?: (writer: Writer, email: string, at: string) => void;
  log: { error: (fields: object, message: string) => void };
};

/**
 * Sign-ups that wait for their links: after an unsubscribe or a removal, of a further spelling of a mailbox, and all of
 * them if the owner wants each sign-up confirmed.
 */
export interface ReturnRequests extends Returning {
  /**
   * Stores a request, in the commit of the sign-up. It stores no names, because a stranger may have typed them.
   *
   * @param isReturn whether the mailbox was on the list before, or is on it
   * @returns whether it is the first request of its address; a further request changes nothing
   */
  add(
    writer: Writer,
    signUp: Pick<SignUp, "email" | "source" | "page"> & { wording?: string | undefined },
    isReturn: boolean,
  ): boolean;
  /** Notes a sign-up while each one has to be confirmed, for as many days as a link works. */
  noteSignUp(writer: Writer, email: string): void;
  /**
   * Sends the emails that are due, in the background. The gateway also calls it when it starts, for emails that were
   * not sent before it was stopped.
   *
   * @param again an address that was perhaps signed up again; its mailbox gets a new link at most once a day
   */
  send(again?: string): void;
  /** Resolves when no email is being sent. */
  settle(): Promise<void>;
}

/** Stores requests in the data file. The link in an email works once, for the request that it was sent for. */
export function createReturnRequests(options: ReturnRequestsOptions): ReturnRequests {
  const { store, links, sendEmail, artistName, emailLook, log } = options;
  const { data, clock } = store;
  let sending: Promise<void> = Promise.resolve();

  function findRequest(email: string, requestedAt: string): Request | undefined {
    const secret = readListSecret(data.read);
    if (secret === undefined) return undefined;
    const request = data.read.get<Request>(FIND, addressHash(secret, email));
    return request?.requested_at === requestedAt && !isOlderThan(requestedAt, LINK_LIFE_MS) ? request : undefined;
  }

  function isOlderThan(at: string, ms: number): boolean {
    return at < storedTimestamp(new Date(clock().getTime() - ms));
  }

  async function sendDue(): Promise<void> {
    const limit = storedTimestamp(new Date(clock().getTime() - LINK_LIFE_MS));
    for (const rows of OVER) {
      if (data.read.get(`SELECT 1 FROM ${rows} LIMIT 1`, limit) === undefined) continue;
      await data.write((writer) => writer.run(`DELETE FROM ${rows}`, limit));
    }
    for (;;) {
      const due = data.read.get<Unsent>(UNSENT);
      if (due === undefined) return;
      await sendOne(due);
      await data.write((writer) => writer.run(FORGET_EMAIL, due.email, due.requested_at));
    }
  }

  async function sendOne({ email, requested_at, is_return }: Unsent): Promise<void> {
    const until = new Date(Date.parse(requested_at) + LINK_LIFE_MS);
    const link = links.linkFor({ email, requestedAt: requested_at });
    try {
      await sendEmail({
        ...confirmationEmail({
          to: email,
          link,
          artistName: artistName(),
          look: emailLook?.(),
          isReturn: is_return === 1,
        }),
        until,
      });
    } catch (error) {
      // No email can ever reach this address, so it can never confirm.
      if (!isNeverTaken(error)) throw error;
    }
  }

  /** When the mailbox last got an email; undefined if that is more than a day ago. */
  function lastSent(reader: Reader, mailbox: string): string | undefined {
    const at = reader.get<{ at: string | null }>(LATEST, mailbox, storedTimestamp(clock()))?.at ?? undefined;
    return at === undefined || isOlderThan(at, EMAIL_PAUSE_MS) ? undefined : at;
  }

  async function renew(email: string): Promise<void> {
    await data.write((writer) => {
      const secret = listSecret(writer);
      if (writer.get(IS_ACTIVE, email) || lastSent(writer, limitHash(secret, email)) !== undefined) return;
      writer.run(RENEW, storedTimestamp(clock()), email, addressHash(secret, email));
    });
  }

  return {
    add(writer, { email, source, page = null, wording = null }, isReturn) {
      const secret = listSecret(writer);
      const [hash, mailbox] = [addressHash(secret, email), limitHash(secret, email)];
      if (writer.get(FIND, hash) !== undefined) return false;
      const now = storedTimestamp(clock());
      const sent = lastSent(writer, mailbox);
      const unsent = sent === undefined ? email : null;
      writer.run(ADD, hash, mailbox, sent ?? now, source, unsent, isReturn ? 1 : 0, wording, page, now);
      return true;
    },
    noteSignUp(writer, email) {
      writer.run(NOTE_RECENT, addressHash(listSecret(writer), email), storedTimestamp(clock()));
    },
    send(again) {
      // This runs after the response to the sign-up, so that the time of the response reveals nothing.
      sending = sending
        .then(() => new Promise((resolve) => setImmediate(resolve)))
        .then(() => (again === undefined ? undefined : renew(again)))
        .then(sendDue)
        .catch((error: unknown) =>
          log.error({ err: error }, "a confirmation email was not sent; the next sign-up or start sends it"),
        );
    },
    settle: () => sending,
    async findSignUp(token) {
      const link = links.read(token);
      const request = link && findRequest(link.email, link.requestedAt);
      return request && { hiddenAddress: partlyHidden(link.email), isReturn: request.is_return === 1 };
    },
    async confirm(token) {
      const link = links.read(token);
      if (link === undefined) return false;
      const request = findRequest(link.email, link.requestedAt);
      // A second click on the button gives the same result.
      if (request === undefined) return data.read.get(IS_ACTIVE, link.email) !== undefined;
      const { source, wording, page, asked_at } = request;
      const signUp = { email: link.email, source, first_name: null, last_name: null };
      await writeAndPublish(store, (writer) => {
        const consent = { wording, page, askedAt: asked_at };
        const at = storedTimestamp(clock());
        const change = join(writer, signUp, { at, isConfirmed: true, consent });
        if (change !== undefined) options.onConfirmed?.(writer, link.email, at);
        return { result: undefined, changes: change === undefined ? [] : [change] };
      });
      return true;
    },
  };
}

/** The keyed hash under which emails to a mailbox count, in all spellings that reach it. */
function limitHash(secret: string, email: string): string {
  return addressHash(secret, emailLimitKey(email));
}
