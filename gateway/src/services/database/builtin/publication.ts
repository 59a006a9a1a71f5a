import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { DataFile } from "../../../data/data-file.ts";
import type { Writer } from "../../../data/statements.ts";
import type { ChangeEvent, Changes, PublishedTable, PublishedType, Row } from "../../shared/change-events.ts";
import { timestampToJson } from "../timestamps.ts";
import { COLUMNS, type ColumnType } from "./columns.ts";

const SHORT_TYPES: Readonly<Record<ColumnType, PublishedType>> = {
  bigint: "int8",
  text: "text",
  "timestamp with time zone": "timestamptz",
};

/** The table of subscribers, as change events describe it. */
export const PUBLISHED_SUBSCRIBERS: PublishedTable = {
  schema: "public",
  name: SUBSCRIBERS_TABLE,
  primaryKey: "id",
  columns: COLUMNS.map(({ name, type }) => ({ name, type: SHORT_TYPES[type] })),
};

/** Where the built-in database stores its rows, and where it publishes their changes. */
export type Store = { data: DataFile; changes: Changes; clock: () => Date };

/** A row that was inserted, updated or deleted. */
export type RowChange =
  | { type: "INSERT"; record: Row }
  | { type: "UPDATE"; record: Row; id: number }
  | { type: "DELETE"; id: number };

/**
 * Writes to the table, and publishes the changed rows once they are on disk. Every write to the table goes through this
 * function and waits for its commit in the same way, so the events are in the order of the commits.
 *
 * @throws {DataFileError} when `DataFile.write` fails; an error that `write` throws is thrown again. In both cases no
 *   event is published
 */
export async function writeAndPublish<T>(
  { data, changes: events, clock }: Store,
  write: (writer: Writer) => { result: T; changes: RowChange[] },
): Promise<T> {
  const { result, changes } = await data.write(write);
  const committedAt = clock();
  for (const change of changes) events.publish(toChangeEvent(change, committedAt));
  return result;
}

/** Turns a stored row into the row that clients get. */
export function toRecord(stored: Row): Row {
  return Object.fromEntries(
    COLUMNS.map(({ name, type }) => {
      const value = stored[name] ?? null;
      const isTime = type === "timestamp with time zone" && typeof value === "string";
      return [name, isTime ? timestampToJson(value) : value];
    }),
  );
}

function toChangeEvent(change: RowChange, committedAt: Date): ChangeEvent {
  const about = { table: SUBSCRIBERS_TABLE, committedAt };
  if (change.type === "INSERT") return { type: "INSERT", ...about, record: change.record };
  const oldRecord = { [PUBLISHED_SUBSCRIBERS.primaryKey]: change.id };
  if (change.type === "UPDATE") return { type: "UPDATE", ...about, record: change.record, oldRecord };
  return { type: "DELETE", ...about, oldRecord };
}
