import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { CommandDataFile } from "../../../data/command-data-file.ts";
import { handOverList, takeOverList } from "../builtin/functions/hand-over.ts";
import { recordHistory } from "../builtin/history.ts";
import { suppressedAmong } from "../builtin/suppression.ts";
import { storedTimestamp } from "../timestamps.ts";
import type { ListEnd } from "./list-end.ts";
import { findRow, hasId, type MovedRow } from "./rows.ts";

const INSERT = `
  INSERT INTO ${SUBSCRIBERS_TABLE} (id, email, status, source, subscribed_at, first_name, last_name)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const UNSUBSCRIBE = `UPDATE ${SUBSCRIBERS_TABLE} SET status = 'unsubscribed' WHERE email = ? AND status = 'active'`;

/**
 * The list in the data file. The site may be running or not.
 *
 * @param options.pause waits between two batches, so that a running site can write
 */
export function createLocalEnd(
  data: CommandDataFile,
  { name, pause }: { name: string; pause: () => Promise<void> },
): ListEnd {
  const now = () => storedTimestamp(new Date());

  async function change<T>(run: Parameters<typeof data.change<T>>[0]): Promise<T> {
    const result = data.change(run);
    if (data.isRunning) await pause();
    return result;
  }

  return {
    name,
    rows: data.read,
    refresh: async () => {},
    removedAmong: async (emails) => suppressedAmong(data.read, emails),
    handOver: (after, most) => change((writer) => handOverList(writer, after, most)),
    takeOver: (handedOver) => change((writer) => takeOverList(writer, handedOver)),
    async add(rows) {
      await change((writer) => {
        const emails = rows.map(({ email }) => email);
        const removed = suppressedAmong(writer, emails);
        for (const row of rows) {
          if (removed.has(row.email) || findRow(writer, row.email) !== undefined) continue;
          writer.run(INSERT, hasId(writer, row.id) ? null : row.id, ...valuesOf(row));
          const event = row.status === "active" ? "joined" : "left";
          recordHistory(writer, { email: row.email, event, form: "move", at: now() });
        }
      });
      return [];
    },
    async unsubscribe(rows) {
      await change((writer) => {
        for (const { email } of rows) {
          if (writer.run(UNSUBSCRIBE, email) > 0)
            recordHistory(writer, { email, event: "left", form: "move", at: now() });
        }
      });
    },
    close: () => data.close(),
  };
}

function valuesOf({ email, status, source, subscribed_at, first_name, last_name }: MovedRow) {
  return [email, status, source, subscribed_at, first_name, last_name];
}
