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

/** The table of subscribers as its changes are published. */
export const PUBLISHED_SUBSCRIBERS: PublishedTable = {
  schema: "public",
  name: SUBSCRIBERS_TABLE,
  primaryKey: "id",
  columns: COLUMNS.map(({ name, type }) => ({ name, type: SHORT_TYPES[type] })),
};

/** Where the built-in database keeps its rows and tells of them. */
export type Store = { data: DataFile; changes: Changes; clock: () => Date };

/** A row that a change stores, alters or removes, told of once it is on disk. */
export type Told =
  | { type: "INSERT"; record: Row }
  | { type: "UPDATE"; record: Row; id: number }
  | { type: "DELETE"; id: number };

/**
 * Runs a change and tells of its rows once they are on disk for good. Every change of the table comes through here:
 * the waiting is the same for all, so the order of what is told is the order of the commits.
 *
 * @throws {DataFileError} as `DataFile.write`, or what the change threw; then nothing is told
 */
export async function writeAndTell<T>(
  { data, changes, clock }: Store,
  change: (writer: Writer) => { result: T; told: Told[] },
): Promise<T> {
  const { result, told } = await data.write(change);
  const committedAt = clock();
  for (const one of told) changes.publish(changeEventOf(one, committedAt));
  return result;
}

/** A stored row as the wire has it. */
export function recordOf(stored: Row): Row {
  return Object.fromEntries(
    COLUMNS.map(({ name, type }) => {
      const value = stored[name] ?? null;
      const isTime = type === "timestamp with time zone" && typeof value === "string";
      return [name, isTime ? timestampToJson(value) : value];
    }),
  );
}

function changeEventOf(told: Told, committedAt: Date): ChangeEvent {
  const about = { table: SUBSCRIBERS_TABLE, committedAt };
  if (told.type === "INSERT") return { type: "INSERT", ...about, record: told.record };
  const oldRecord = { [PUBLISHED_SUBSCRIBERS.primaryKey]: told.id };
  if (told.type === "UPDATE") return { type: "UPDATE", ...about, record: told.record, oldRecord };
  return { type: "DELETE", ...about, oldRecord };
}
