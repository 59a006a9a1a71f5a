/** Events about changed rows. The database publishes them and realtime passes them on. */

/** A row as on the wire: numbers, text and null by column. */
export type Row = Readonly<Record<string, string | number | null>>;

/** PostgreSQL's short names of the types that published columns have. */
export type PublishedType = "int8" | "text" | "timestamptz";

/** A table whose changes are published, like a table in a PostgreSQL publication. */
export type PublishedTable = {
  schema: string;
  name: string;
  /** Column of the primary key. An event shows nothing else of the row before the change. */
  primaryKey: string;
  /** Columns in the order of the table. */
  columns: readonly { name: string; type: PublishedType }[];
};

/** One committed insert, update or delete of a row. */
export type RowChange = {
  table: string;
  /** When it was committed. */
  committedAt: Date;
} & (
  | { type: "INSERT"; record: Row }
  /** `oldRecord` as PostgreSQL gives it under row-level security: only the primary key. */
  | { type: "UPDATE"; record: Row; oldRecord: Row }
  | { type: "DELETE"; oldRecord: Row }
);

/** `missed` says that unknown rows changed, for example by a restored backup. */
export type ChangeEvent = RowChange | { type: "missed" };

/** Passes changes to the listeners of this process, in the order of their commits. */
export interface Changes {
  publish(change: ChangeEvent): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: (change: ChangeEvent) => void): () => void;
}

/** If a listener throws, the others still get the event. */
export function createChanges(onError: (error: unknown) => void): Changes {
  const listeners = new Set<(change: ChangeEvent) => void>();
  return {
    publish(change) {
      for (const listener of listeners) {
        try {
          listener(change);
        } catch (error) {
          onError(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
