import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import { normaliseEmail } from "../../../lib/email-address.ts";
import type { SignUp, SubscriberList } from "../../shared/subscriber-list.ts";
import { storedTimestamp } from "../timestamps.ts";
import { COLUMNS } from "./columns.ts";
import { isMailboxAway } from "./departures.ts";
import { type Consent, recordHistory } from "./history.ts";
import { isMailboxFull } from "./mailbox-spellings.ts";
import { type RowChange, type Store, toRecord, writeAndPublish } from "./publication.ts";
import type { ReturnRequests } from "./return-requests.ts";
import { liftSuppression, suppressedAmong } from "./suppression.ts";

const INSERT = `
  INSERT INTO ${SUBSCRIBERS_TABLE} (email, status, source, first_name, last_name, subscribed_at)
  VALUES (?, 'active', ?, ?, ?, ?)
  ON CONFLICT (email) DO NOTHING`;

/** What the owner decided about the forms. */
type SignUpForms = {
  /** Whether each sign-up waits for its link. By default it counts at once. */
  isConfirmed?: (reader: Reader) => boolean;
  /** The sentence beside a form. */
  wording?: (source: SignUp["source"]) => string;
};

/** A separate query, because an insert with RETURNING took twice as long in node:sqlite. */
const LAST_ID = "SELECT last_insert_rowid() AS id";

/** Names and first source do not change, because a stranger may have signed the address up. */
const COME_BACK = `
  UPDATE ${SUBSCRIBERS_TABLE} SET status = 'active', subscribed_at = ? WHERE email = ? AND status = 'unsubscribed'`;

const LEAVE = `UPDATE ${SUBSCRIBERS_TABLE} SET status = 'unsubscribed' WHERE email = ? AND status = 'active'`;

const STATUS = `SELECT status FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`;
const ROW = `SELECT ${COLUMNS.map(({ name }) => name).join(", ")} FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`;

type SignUpResult = Awaited<ReturnType<SubscriberList["signUp"]>>;

/**
 * The list in the data file: every form signs up here, and every unsubscribe link ends here.
 *
 * @param returns sends a link to confirm. It goes to an address that unsubscribed or was removed. If a mailbox is on the
 *   list in several spellings, a new spelling gets one too. Missing when the gateway cannot send emails: then an address
 *   that was on the list is active again at once, and a new spelling is a duplicate
 * @param forms what the owner decided about the forms
 */
export function createSubscriberList(
  store: Store,
  returns?: Pick<ReturnRequests, "add" | "noteSignUp" | "send">,
  forms: SignUpForms = {},
): SubscriberList {
  const now = () => storedTimestamp(store.clock());
  return {
    async signUp(signUp) {
      const result = await writeAndPublish<SignUpResult>(store, (writer) => {
        const status = writer.get<Pick<Subscriber, "status">>(STATUS, signUp.email)?.status;
        const isBeyondLimit = status === undefined && isMailboxFull(writer, signUp.email);
        const wording = forms.wording?.(signUp.source);
        const isAway =
          returns !== undefined && (hasDeparted(writer, signUp.email) || status === "unsubscribed" || isBeyondLimit);
        if (returns !== undefined && forms.isConfirmed?.(writer)) {
          // Neither the response nor its time depends on what is known about the address.
          if (status !== "active") returns.add(writer, { ...signUp, wording }, isAway);
          returns.noteSignUp(writer, signUp.email);
          return { result: "joined", changes: [] };
        }
        // An insert writes to disk even if it inserts nothing. Its time would reveal who is on the list.
        if (status === "active" || (isBeyondLimit && !isAway)) return { result: "already-subscribed", changes: [] };
        // All first sign-ups get the same response, and so do all second ones. So no response reveals who unsubscribed.
        if (isAway) {
          const isFirst = returns.add(writer, { ...signUp, wording }, true);
          return { result: isFirst ? "joined" : "already-subscribed", changes: [] };
        }
        const at = now();
        const consent = { wording: wording ?? null, page: signUp.page ?? null, askedAt: at };
        const change = join(writer, signUp, { at, consent });
        return change === undefined
          ? { result: "already-subscribed", changes: [] }
          : { result: "joined", changes: [change] };
      });
      // Called after every sign-up, so that the time it takes does not reveal which address waits for a link.
      const mayNeedLink = result === "already-subscribed" || forms.isConfirmed?.(store.data.read);
      returns?.send(mayNeedLink ? signUp.email : undefined);
      return result;
    },
    unsubscribe: (email) =>
      writeAndPublish(store, (writer) => {
        const addresses = new Set([email.toLowerCase(), normaliseEmail(email) ?? email.toLowerCase()]);
        return { result: undefined, changes: [...addresses].flatMap((address) => leave(writer, address, now())) };
      }),
  };
}

/**
 * Puts an address on the list, or back on it.
 *
 * @returns the change; undefined when the address is on the list already
 */
export function join(
  writer: Writer,
  { email, source, first_name, last_name }: SignUp,
  { at, isConfirmed = false, consent }: { at: string; isConfirmed?: boolean; consent?: Consent },
): RowChange | undefined {
  const change = insert(writer, { email, source, first_name, last_name }, at) ?? comeBack(writer, email, at);
  if (change === undefined) return undefined;
  const wasRemoved = liftSuppression(writer, email);
  const event = wasRemoved || change.type === "UPDATE" ? "came-back" : "joined";
  recordHistory(writer, { email, event, form: source, at, isConfirmed, consent });
  return change;
}

function insert(writer: Writer, { email, source, first_name, last_name }: SignUp, at: string): RowChange | undefined {
  // The unique index decides, so two sign-ups at once cannot both succeed.
  if (writer.run(INSERT, email, source, first_name, last_name, at) === 0) return undefined;
  // A row was just inserted, so there is an id.
  const { id } = writer.get<{ id: number }>(LAST_ID)!;
  const stored = { id, email, status: "active", source, subscribed_at: at, first_name, last_name };
  return { type: "INSERT", record: toRecord(stored) };
}

function comeBack(writer: Writer, email: string, at: string): RowChange | undefined {
  return writer.run(COME_BACK, at, email) > 0 ? updateOf(writer, email) : undefined;
}

function leave(writer: Writer, email: string, at: string): RowChange[] {
  if (writer.run(LEAVE, email) === 0) return [];
  recordHistory(writer, { email, event: "left", form: "unsubscribe-link", at });
  return [updateOf(writer, email)];
}

/** Whether the owner removed an address, or an address of its mailbox unsubscribed or was removed. */
function hasDeparted(reader: Reader, email: string): boolean {
  return suppressedAmong(reader, [email]).size > 0 || isMailboxAway(reader, email);
}

function updateOf(writer: Writer, email: string): RowChange {
  // A row of this address was just changed, in the same commit.
  const row = writer.get<Subscriber>(ROW, email)!;
  return { type: "UPDATE", record: toRecord(row), id: row.id };
}
