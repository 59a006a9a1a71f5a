import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";

/** A subscriber as the data file holds it. */
export type StoredSubscriber = {
  email: string;
  status: string;
  source: string;
  subscribed_at: string;
  first_name: string | null;
  last_name: string | null;
};

/** Reads subscribers straight from the file on disk. */
export function storedSubscribers(dataDir: string, emailInAnyCase: string): StoredSubscriber[] {
  const rows = readDataFile(
    dataDir,
    `select email, status, source, subscribed_at, first_name, last_name
     from newsletter_subscribers where lower(email) = lower(?)`,
    emailInAnyCase,
  );
  // The columns are named above, and all are text in the table; names may be missing.
  return rows as StoredSubscriber[];
}

/** The rows of a question about the file on disk, through a connection that the gateway knows nothing of. */
export function readDataFile(dataDir: string, question: string, value: string): Record<string, SQLOutputValue>[] {
  const file = new DatabaseSync(join(dataDir, "porchlight.db"), { readOnly: true });
  try {
    return file.prepare(question).all(value);
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
