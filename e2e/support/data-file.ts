import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A subscriber as the data file holds it. */
export type StoredSubscriber = {
  email: string;
  status: string;
  source: string;
  subscribed_at: string;
  first_name: string | null;
  last_name: string | null;
};

/** Reads subscribers straight from the file on disk, through a connection that the gateway knows nothing of. */
export function storedSubscribers(dataDir: string, emailInAnyCase: string): StoredSubscriber[] {
  const file = new DatabaseSync(join(dataDir, "porchlight.db"), { readOnly: true });
  try {
    const rows = file
      .prepare(
        `select email, status, source, subscribed_at, first_name, last_name
         from newsletter_subscribers where lower(email) = lower(?)`,
      )
      .all(emailInAnyCase);
    // The columns are named above, and all are text in the table; names may be missing.
    return rows as StoredSubscriber[];
  } finally {
    file.close();
  }
}

/** How long the file may be busy with the gateway's own writing, in milliseconds. */
const BUSY_MS = 5_000;

/** Changes the file on disk, through a connection that the gateway knows nothing of. */
export function changeDataFile(dataDir: string, statements: string): void {
  const file = new DatabaseSync(join(dataDir, "porchlight.db"), { timeout: BUSY_MS });
  try {
    file.exec(statements);
  } finally {
    file.close();
  }
}
