import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";

/** A subscriber as the data file holds it. */
type StoredSubscriber = {
  email: string;
  status: string;
  source: string;
  subscribed_at: string;
  first_name: string | null;
  last_name: string | null;
};

/** Reads subscribers directly from the data file. */
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

/** Runs a query on the data file over its own connection. @returns the rows */
export function readDataFile(dataDir: string, query: string, value: string): Record<string, SQLOutputValue>[] {
  const file = new DatabaseSync(join(dataDir, "porchlight.db"), { readOnly: true });
  try {
    return file.prepare(query).all(value);
  } finally {
    file.close();
  }
}

/** How long to wait while the gateway writes, in milliseconds. */
const BUSY_MS = 5_000;

/** Changes the data file over its own connection. The gateway does not notice the change. */
export function changeDataFile(dataDir: string, statements: string): void {
  const file = new DatabaseSync(join(dataDir, "porchlight.db"), { timeout: BUSY_MS });
  try {
    file.exec(statements);
  } finally {
    file.close();
  }
}

/** A subscriber to insert into the data file; other columns get defaults. */
export type Seed = { email: string; source?: string; subscribedAt?: Date; firstName?: string; lastName?: string };

/** Replaces the whole list directly in the data file. */
export function seedSubscribers(dataDir: string, seeds: readonly Seed[]): void {
  const file = new DatabaseSync(join(dataDir, "porchlight.db"), { timeout: BUSY_MS });
  try {
    file.exec("BEGIN IMMEDIATE; DELETE FROM newsletter_subscribers");
    const insert = file.prepare(
      `INSERT INTO newsletter_subscribers (email, status, source, subscribed_at, first_name, last_name)
       VALUES (?, 'active', ?, ?, ?, ?)`,
    );
    for (const { email, source = "website-footer", subscribedAt = new Date(), firstName, lastName } of seeds) {
      // The table stores microseconds.
      const time = subscribedAt.toISOString().replace("Z", "000Z");
      insert.run(email, source, time, firstName ?? null, lastName ?? null);
    }
    file.exec("COMMIT");
  } finally {
    file.close();
  }
}

/** Makes subscribers who signed up an hour apart; `fan0001@example.com` is the newest. */
export function fans(length: number): Seed[] {
  return Array.from({ length }, (_, at) => ({
    email: `fan${String(at + 1).padStart(4, "0")}@example.com`,
    source: at % 10 === 9 ? "import:old-list" : "website-footer",
    subscribedAt: hoursAgo(at + 1),
  }));
}

export function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 3_600_000);
}
