/** Tells of rows that changed. Stands outside the services: the database publishes and realtime passes on. */

/** A row as the wire has it: numbers, text and null by column. */
export type Row = Readonly<Record<string, string | number | null>>;

/** PostgreSQL's short names of the types that published columns have. */
export type PublishedType = "int8" | "text" | "timestamptz";

/** A table whose changes are published, as a publication of PostgreSQL names one. */
export type PublishedTable = {
  schema: string;
  name: string;
  /** Column of the primary key: all that is told of a row as it was before. */
  primaryKey: string;
  /** In their order. */
  columns: readonly { name: string; type: PublishedType }[];
};

/** One row that was stored, altered or removed, for good. */
export type RowChange = {
  table: string;
  /** When it was committed. */
  committedAt: Date;
} & (
  | { type: "INSERT"; record: Row }
  /** `oldRecord` as PostgreSQL gives it under row-level security: the primary key alone. */
  | { type: "UPDATE"; record: Row; oldRecord: Row }
  | { type: "DELETE"; oldRecord: Row }
);

/** What subscribers to changes hear. `missed` says that rows changed without a word of which, as by a restored backup. */
export type ChangeEvent = RowChange | { type: "missed" };

/** Passes changes from whoever made them to whoever listens, in the order of their commits, in this process. */
export interface Changes {
  publish(happening: ChangeEvent): void;
  /** @returns what ends the subscription */
  subscribe(listener: (happening: ChangeEvent) => void): () => void;
}

/** Changes of this process. A listener that throws keeps the others from nothing. */
export function createChanges(onError: (error: unknown) => void): Changes {
  const listeners = new Set<(happening: ChangeEvent) => void>();
  return {
    publish(happening) {
      for (const listener of listeners) {
        try {
          listener(happening);
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
