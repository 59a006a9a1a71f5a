import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { listSecret, readListSecret } from "../../../data/list-secret.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import { hashWith } from "./suppression.ts";

/** What happened to an address. */
export type HistoryEvent = {
  event: "joined" | "left" | "removed" | "asked-to-return" | "returned";
  /** UTC, as `subscribed_at`. */
  at: string;
  /** `website-footer`, `website-dialog`, `import:…`, `link` in an email, or `dashboard`. */
  form: string;
};

const ADD = "INSERT INTO subscriber_history (address_hash, at, event, form) VALUES (?, ?, ?, ?)";
const ROW = `SELECT subscribed_at, source FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`;

/**
 * Records what happens to an address, in the same commit and before its row changes. The first entry of an address is
 * when it joined, which the row says until now.
 */
export function recordEvent(writer: Writer, email: string, { event, at, form }: HistoryEvent): void {
  const hash = hashWith(listSecret(writer))(email);
  const row = writer.get<Pick<Subscriber, "subscribed_at" | "source">>(ROW, email);
  const isKnown = writer.get("SELECT 1 FROM subscriber_history WHERE address_hash = ? LIMIT 1", hash) !== undefined;
  if (row && !isKnown) writer.run(ADD, hash, row.subscribed_at, "joined", row.source);
  writer.run(ADD, hash, at, event, form);
}

/** Everything that happened to an address, the oldest first; empty while it only joined. */
export function historyOf(reader: Reader, email: string): HistoryEvent[] {
  const secret = readListSecret(reader);
  if (secret === undefined) return [];
  return reader.all<HistoryEvent>(
    "SELECT event, at, form FROM subscriber_history WHERE address_hash = ? ORDER BY id",
    hashWith(secret)(email),
  );
}
