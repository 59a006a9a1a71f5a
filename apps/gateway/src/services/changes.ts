/** Tells of rows that changed. Stands outside the services: the database publishes and realtime passes on. */

/** A row as the wire has it: numbers, text and null by column. */
export type Row = Readonly<Record<string, string | number | null>>;

/** One row that was stored or removed, for good. */
export type RowChange = {
  table: string;
  /** When it was committed. */
  committedAt: Date;
} & (
  | { type: "INSERT"; record: Row }
  | { type: "UPDATE"; record: Row; oldRecord: Row }
  /** `oldRecord` as PostgreSQL gives it under row-level security: the primary key alone. */
  | { type: "DELETE"; oldRecord: Row }
);

/** What subscribers to changes hear. `missed` says that rows changed in a way nobody saw, as by a restored backup. */
export type Happening = RowChange | { type: "missed" };

/** Passes changes from whoever made them to whoever listens, in the order of their commits, in this process. */
export interface Changes {
  publish(happening: Happening): void;
  /** @returns what ends the subscription */
  subscribe(listener: (happening: Happening) => void): () => void;
}

/** Changes of this process. A listener that throws keeps the others from nothing. */
export function createChanges(onError: (error: unknown) => void): Changes {
  const listeners = new Set<(happening: Happening) => void>();
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
