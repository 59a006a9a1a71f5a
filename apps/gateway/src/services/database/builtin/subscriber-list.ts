import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import type { ReturnRequest, SignUp, SubscriberList } from "../../subscriber-list.ts";
import { storedTimestamp } from "../timestamps.ts";
import { COLUMNS } from "./columns.ts";
import { historyOf, recordEvent } from "./history.ts";
import { recordOf, type Store, type Told, writeAndTell } from "./publication.ts";
import { liftSuppression, suppressedAmong } from "./suppression.ts";

const INSERT = `
  INSERT INTO ${SUBSCRIBERS_TABLE} (email, status, source, first_name, last_name, subscribed_at)
  VALUES (?, 'active', ?, ?, ?, ?)`;

/** Asked for apart from the insert: with RETURNING an insert took twice as long in node:sqlite. */
const LAST_ID = "SELECT last_insert_rowid() AS id";

/** Where it first came from stays, and so do its names: anybody may have typed the others. */
const COME_BACK = `
  UPDATE ${SUBSCRIBERS_TABLE} SET status = 'active', subscribed_at = ? WHERE email = ? AND status = 'unsubscribed'`;

const LEAVE = `UPDATE ${SUBSCRIBERS_TABLE} SET status = 'unsubscribed' WHERE email = ? AND status = 'active'`;

const STATUS = `SELECT status FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`;

const ROW = `SELECT ${COLUMNS.map(({ name }) => name).join(", ")} FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`;

/** How long an address that was asked whether it wants to come back is not asked again, in milliseconds. */
const ASK_AGAIN_MS = 24 * 60 * 60 * 1000;

/** What the list needs. */
export type SubscriberListOptions = Store & {
  /** Asks an address by email whether it wants to come back; absent where emails cannot be sent. */
  askToComeBack?: (back: ReturnRequest) => void;
};

/** The list in the data file: the one way in for every form, and the way out. */
export function createSubscriberList(options: SubscriberListOptions): SubscriberList {
  const { clock, askToComeBack } = options;

  /** @returns whether an address that left or was removed has to be asked, and whether it is now */
  function ask(writer: Writer, { email, source }: SignUp, now: string): "not-needed" | "asked" | "asked-before" {
    if (!askToComeBack) return "not-needed";
    const status = writer.get<Pick<Subscriber, "status">>(STATUS, email)?.status;
    if (status === "active" || (status === undefined && suppressedAmong(writer, [email]).size === 0))
      return "not-needed";
    const lastAsked = historyOf(writer, email).findLast(({ event }) => event === "asked-to-return")?.at;
    const since = lastAsked === undefined ? ASK_AGAIN_MS : Date.parse(now) - Date.parse(lastAsked);
    if (since >= 0 && since < ASK_AGAIN_MS) return "asked-before";
    recordEvent(writer, email, { event: "asked-to-return", at: now, form: source });
    return "asked";
  }

  return {
    async signUp(signUp) {
      const asked = clock();
      const now = storedTimestamp(asked);
      const result = await writeAndTell<"joined" | "already-subscribed" | "asked">(options, (writer) => {
        const question = ask(writer, signUp, now);
        if (question !== "not-needed") return { result: question === "asked" ? "asked" : "joined", told: [] };
        const told = join(writer, signUp, now);
        if (told === undefined) return { result: "already-subscribed", told: [] };
        liftSuppression(writer, signUp.email);
        return { result: "joined", told: [told] };
      });
      if (result !== "asked") return result;
      askToComeBack?.({ email: signUp.email, source: signUp.source, asked });
      return "joined";
    },

    comeBack: ({ email, source, asked }) =>
      writeAndTell(options, (writer) => {
        const now = storedTimestamp(clock());
        if (statusOf(writer, email) === "active") return { result: true, told: [] };
        const left = historyOf(writer, email).findLast(({ event }) => event === "left" || event === "removed")?.at;
        if (left !== undefined && Date.parse(left) > asked.getTime()) return { result: false, told: [] };
        const told = join(writer, { email, source, first_name: null, last_name: null }, now);
        liftSuppression(writer, email);
        return { result: true, told: told ? [told] : [] };
      }),

    leave: (email) =>
      writeAndTell(options, (writer) => {
        const address = email.toLowerCase();
        if (statusOf(writer, address) !== "active") return { result: undefined, told: [] };
        recordEvent(writer, address, { event: "left", at: storedTimestamp(clock()), form: "link" });
        writer.run(LEAVE, address);
        return { result: undefined, told: [updated(writer, address)] };
      }),
  };
}

/** @returns what there is to tell; undefined when the address is on the list already */
function join(writer: Writer, { email, source, first_name, last_name }: SignUp, now: string): Told | undefined {
  const status = statusOf(writer, email);
  if (status === "active") return undefined;
  if (status === "unsubscribed" || isRemoved(writer, email)) {
    recordEvent(writer, email, { event: "returned", at: now, form: source });
  }
  if (status === "unsubscribed") {
    writer.run(COME_BACK, now, email);
    return updated(writer, email);
  }
  writer.run(INSERT, email, source, first_name, last_name, now);
  // A row was inserted just now, so there is such an id.
  const { id } = writer.get<{ id: number }>(LAST_ID)!;
  const stored = { id, email, status: "active", source, subscribed_at: now, first_name, last_name };
  return { type: "INSERT", record: recordOf(stored) };
}

function statusOf(reader: Reader, email: string): Subscriber["status"] | undefined {
  return reader.get<Pick<Subscriber, "status">>(STATUS, email)?.status;
}

function isRemoved(reader: Reader, email: string): boolean {
  return suppressedAmong(reader, [email]).size > 0;
}

function updated(writer: Writer, email: string): Told {
  // A row of this address was changed just now, in the same commit.
  const row = writer.get<Subscriber>(ROW, email)!;
  return { type: "UPDATE", record: recordOf(row), id: row.id };
}
