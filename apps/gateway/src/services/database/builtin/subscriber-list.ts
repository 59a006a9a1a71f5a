import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import type { Writer } from "../../../data/statements.ts";
import type { SignUp, SubscriberList } from "../../subscriber-list.ts";
import { storedTimestamp } from "../timestamps.ts";
import { COLUMNS } from "./columns.ts";
import { recordOf, type Store, type Told, writeAndTell } from "./publication.ts";
import { liftSuppression } from "./suppression.ts";

const INSERT = `
  INSERT INTO ${SUBSCRIBERS_TABLE} (email, status, source, first_name, last_name, subscribed_at)
  VALUES (?, 'active', ?, ?, ?, ?)
  ON CONFLICT (email) DO NOTHING`;

/** Asked for apart from the insert: with RETURNING an insert took twice as long in node:sqlite. */
const LAST_ID = "SELECT last_insert_rowid() AS id";

/** One that is active is left as it is: else anybody could change another's names. Where it first came from stays. */
const COME_BACK = `
  UPDATE ${SUBSCRIBERS_TABLE}
  SET status = 'active', subscribed_at = ?, first_name = coalesce(?, first_name), last_name = coalesce(?, last_name)
  WHERE email = ? AND status = 'unsubscribed'`;

const LEAVE = `UPDATE ${SUBSCRIBERS_TABLE} SET status = 'unsubscribed' WHERE email = ? AND status = 'active'`;

const ROW = `SELECT ${COLUMNS.map(({ name }) => name).join(", ")} FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`;

/** The list in the data file: the one way in for every form, and the way out. */
export function createSubscriberList(store: Store): SubscriberList {
  return {
    signUp: (signUp) =>
      writeAndTell(store, (writer) => {
        const told = join(writer, signUp, storedTimestamp(store.clock()));
        if (told === undefined) return { result: "already-subscribed", told: [] };
        liftSuppression(writer, signUp.email);
        return { result: "joined", told: [told] };
      }),
    leave: (email) =>
      writeAndTell(store, (writer) => {
        const address = email.toLowerCase();
        const hasLeft = writer.run(LEAVE, address) > 0;
        return { result: undefined, told: hasLeft ? [updated(writer, address)] : [] };
      }),
  };
}

/** @returns what there is to tell; undefined when the address is on the list already */
function join(writer: Writer, { email, source, first_name, last_name }: SignUp, now: string): Told | undefined {
  // The index decides, so that two sign-ups at once cannot both pass.
  if (writer.run(INSERT, email, source, first_name, last_name, now) > 0) {
    // A row was inserted just now, so there is such an id.
    const { id } = writer.get<{ id: number }>(LAST_ID)!;
    const stored = { id, email, status: "active", source, subscribed_at: now, first_name, last_name };
    return { type: "INSERT", record: recordOf(stored) };
  }
  return writer.run(COME_BACK, now, first_name, last_name, email) > 0 ? updated(writer, email) : undefined;
}

function updated(writer: Writer, email: string): Told {
  // A row of this address was changed just now, in the same commit.
  const row = writer.get<Subscriber>(ROW, email)!;
  return { type: "UPDATE", record: recordOf(row), id: row.id };
}
