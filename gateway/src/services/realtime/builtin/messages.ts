import type { PublishedTable, Row, RowChange } from "../../shared/change-events.ts";
import { type FrameVersion, writeFrame } from "../frames.ts";
import { type Subscription, wants } from "./subscriptions.ts";

/** The properties of a channel that its messages depend on. */
type Recipient = {
  readonly topic: string;
  readonly version: FrameVersion;
  readonly subscriptions: readonly Subscription[];
};

/** Messages about changes. Each text is written once and shared by all channels that get the same message. */
export interface Messages {
  framesFor(recipient: Recipient, change: RowChange): string[];
}

/** @param table the table whose changes are sent */
export function createMessages(table: PublishedTable): Messages {
  const written = new WeakMap<RowChange, Map<string, string>>();

  function frameOf(change: RowChange, { topic, version }: Recipient, subscriptions: readonly Subscription[]): string {
    const frames = written.get(change) ?? new Map<string, string>();
    written.set(change, frames);
    const select = subscriptions[0]?.select;
    const ids = JSON.stringify(subscriptions.map(({ id }) => id));
    const key = `${version} ${ids} ${select?.join() ?? "*"} ${topic}`;
    const known = frames.get(key);
    if (known !== undefined) return known;
    const json = `{"ids":${ids},"data":${JSON.stringify(dataOf(change, table, select))}}`;
    // Like the hosted service's broadcasts, the frame has no join ref, so that sockets can share the message.
    const frame = writeFrame({ joinRef: null, ref: null, topic, event: "postgres_changes", json }, version);
    frames.set(key, frame);
    return frame;
  }

  return {
    framesFor(recipient, change) {
      const wanted = recipient.subscriptions.filter((subscription) => wants(subscription, change));
      if (wanted.length === 0) return [];
      // Subscriptions with the same columns share a message.
      const bySelect = Map.groupBy(wanted, ({ select }) => select?.join());
      return [...bySelect.values()].map((subscriptions) => frameOf(change, recipient, subscriptions));
    },
  };
}

function dataOf(change: RowChange, table: PublishedTable, select: readonly string[] | undefined) {
  const isShown = (name: string) => select === undefined || select.includes(name);
  const shown = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => isShown(name)));
  return {
    schema: table.schema,
    table: table.name,
    commit_timestamp: change.committedAt.toISOString(),
    type: change.type,
    columns: table.columns.filter(({ name }) => isShown(name)).map(({ name, type }) => ({ name, type })),
    ...(change.type === "DELETE" ? {} : { record: shown(change.record) }),
    ...(change.type === "INSERT" ? {} : { old_record: shown(change.oldRecord) }),
    errors: null,
  };
}
