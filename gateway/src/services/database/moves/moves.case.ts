import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { onTestFinished } from "vitest";
import type { CommandDataFile } from "../../../data/command-data-file.ts";
import { openOrCreateCommandDataFile } from "../../../data/command-data-file.ts";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { suppress } from "../builtin/suppression.ts";
import { COLUMN_NAMES, type MovedRow } from "./rows.ts";

/** A row for ann@example.com in the format of a data file. */
export function aRow(overrides: Partial<MovedRow> = {}): MovedRow {
  return aSubscriber({ subscribed_at: "2026-02-01T10:00:00.000000Z", ...overrides });
}

/** A list in a temporary folder. @param removed addresses that the owner removed on 1 March */
export function aDataFile(rows: readonly Subscriber[] = [], removed: readonly string[] = []): CommandDataFile {
  const data = openOrCreateCommandDataFile(aTestFolder());
  onTestFinished(() => data.close());
  data.change((writer) => {
    for (const row of rows) {
      const places = COLUMN_NAMES.map(() => "?").join(", ");
      writer.run(`INSERT INTO ${SUBSCRIBERS_TABLE} VALUES (${places})`, ...COLUMN_NAMES.map((name) => row[name]));
    }
    if (removed.length > 0) suppress(writer, removed, "2026-03-01");
  });
  return data;
}

/** The rows of a list in the order of their ids. */
export function rowsIn({ read }: CommandDataFile): MovedRow[] {
  return read.all<MovedRow>(`SELECT * FROM ${SUBSCRIBERS_TABLE} ORDER BY id`);
}
