import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import { normaliseEmail } from "../../../lib/email-address.ts";
import type { SignUp, SubscriberList } from "../../shared/subscriber-list.ts";
import { storedTimestamp } from "../timestamps.ts";
import { COLUMNS } from "./columns.ts";
import { isMailboxAway } from "./departures.ts";
import { recordHistory } from "./history.ts";
import { recordOf, type Store, type Told, writeAndTell } from "./publication.ts";
import type { ReturnRequests } from "./return-requests.ts";
import { liftSuppression, suppressedAmong } from "./suppression.ts";

const INSERT = `
  INSERT INTO ${SUBSCRIBERS_TABLE} (email, status, source, first_name, last_name, subscribed_at)
  VALUES (?, 'active', ?, ?, ?, ?)
  ON CONFLICT (email) DO NOTHING`;

/** Asked for apart from the insert: with RETURNING an insert took twice as long in node:sqlite. */
const LAST_ID = "SELECT last_insert_rowid() AS id";

/** Names and first source stay: the visitor who signs an address up is a stranger to us. */
const COME_BACK = `
  UPDATE ${SUBSCRIBERS_TABLE} SET status = 'active', subscribed_at = ? WHERE email = ? AND status = 'unsubscribed'`;

const LEAVE = `UPDATE ${SUBSCRIBERS_TABLE} SET status = 'unsubscribed' WHERE email = ? AND status = 'active'`;

const STATUS = `SELECT status FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`;
const ROW = `SELECT ${COLUMNS.map(({ name }) => name).join(", ")} FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`;

type Outcome = Awaited<ReturnType<SubscriberList["signUp"]>>;

/**
 * The list in the data file: the one way in for every form, and the way out.
 *
 * @param returns by which addresses that left or were removed have to be confirmed; absent where no email can be sent,
 *   and they come back at once
 */
export function createSubscriberList(store: Store, returns?: Pick<ReturnRequests, "add" | "send">): SubscriberList {
  const now = () => storedTimestamp(store.clock());
  return {
    async signUp(signUp) {
      const outcome = await writeAndTell<Outcome>(store, (writer) => {
        const status = writer.get<Pick<Subscriber, "status">>(STATUS, signUp.email)?.status;
        const isAway = returns !== undefined && (hasDeparted(writer, signUp.email) || status === "unsubscribed");
        // An insert writes to disk even where it inserts nothing. That takes longer, and would reveal who is on the list.
        if (status === "active") return { result: "already-subscribed", told: [] };
        // Gets the response of any first or second sign-up, so that it does not reveal who unsubscribed.
        if (isAway) return { result: returns.add(writer, signUp) ? "joined" : "already-subscribed", told: [] };
        const told = join(writer, signUp, { at: now() });
        return told === undefined ? { result: "already-subscribed", told: [] } : { result: "joined", told: [told] };
      });
      // After every sign-up, so that its time does not reveal which address waits for a link.
      returns?.send(outcome === "joined" ? undefined : signUp.email);
      return outcome;
    },
    unsubscribe: (email) =>
      writeAndTell(store, (writer) => {
        const addresses = new Set([email.toLowerCase(), normaliseEmail(email) ?? email.toLowerCase()]);
        return { result: undefined, told: [...addresses].flatMap((address) => leave(writer, address, now())) };
      }),
  };
}

/**
 * Puts an address on the list, or back on it.
 *
 * @returns what there is to tell; undefined when the address is on the list already
 */
export function join(
  writer: Writer,
  { email, source, first_name, last_name }: SignUp,
  { at, isConfirmed = false }: { at: string; isConfirmed?: boolean },
): Told | undefined {
  const told = insert(writer, { email, source, first_name, last_name }, at) ?? comeBack(writer, email, at);
  if (told === undefined) return undefined;
  const wasRemoved = liftSuppression(writer, email);
  const event = wasRemoved || told.type === "UPDATE" ? "came-back" : "joined";
  recordHistory(writer, { email, event, form: source, at, isConfirmed });
  return told;
}

function insert(writer: Writer, { email, source, first_name, last_name }: SignUp, at: string): Told | undefined {
  // The index decides, so that two sign-ups at once cannot both pass.
  if (writer.run(INSERT, email, source, first_name, last_name, at) === 0) return undefined;
  // A row was inserted just now, so there is such an id.
  const { id } = writer.get<{ id: number }>(LAST_ID)!;
  const stored = { id, email, status: "active", source, subscribed_at: at, first_name, last_name };
  return { type: "INSERT", record: recordOf(stored) };
}

function comeBack(writer: Writer, email: string, at: string): Told | undefined {
  return writer.run(COME_BACK, at, email) > 0 ? updated(writer, email) : undefined;
}

function leave(writer: Writer, email: string, at: string): Told[] {
  if (writer.run(LEAVE, email) === 0) return [];
  recordHistory(writer, { email, event: "left", form: "unsubscribe-link", at });
  return [updated(writer, email)];
}

/** Whether the owner removed an address, or an address of its mailbox unsubscribed or was removed. */
function hasDeparted(reader: Reader, email: string): boolean {
  return suppressedAmong(reader, [email]).size > 0 || isMailboxAway(reader, email);
}

function updated(writer: Writer, email: string): Told {
  // A row of this address was changed just now, in the same commit.
  const row = writer.get<Subscriber>(ROW, email)!;
  return { type: "UPDATE", record: recordOf(row), id: row.id };
}
