import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A subscriber to be put into the data file; what is left out is usual. */
export type Seed = { email: string; source?: string; subscribedAt?: Date; firstName?: string; lastName?: string };

/** How long the file may be busy with the gateway's own writing, in milliseconds. */
const BUSY_MS = 5_000;

/** Replaces the whole list, straight in the file on disk, through a connection that the gateway knows nothing of. */
export function seedSubscribers(dataDir: string, seeds: readonly Seed[]): void {
  const file = new DatabaseSync(join(dataDir, "porchlight.db"), { timeout: BUSY_MS });
  try {
    file.exec("BEGIN IMMEDIATE; DELETE FROM newsletter_subscribers");
    const insert = file.prepare(
      `INSERT INTO newsletter_subscribers (email, status, source, subscribed_at, first_name, last_name)
       VALUES (?, 'active', ?, ?, ?, ?)`,
    );
    for (const { email, source = "website-footer", subscribedAt = new Date(), firstName, lastName } of seeds) {
      // The table keeps six digits of a second.
      const time = subscribedAt.toISOString().replace("Z", "000Z");
      insert.run(email, source, time, firstName ?? null, lastName ?? null);
    }
    file.exec("COMMIT");
  } finally {
    file.close();
  }
}

/** So many subscribers, `fan0001@example.com` the newest, one an hour before the other. */
export function fans(length: number): Seed[] {
  return Array.from({ length }, (_, at) => ({
    email: `fan${String(at + 1).padStart(4, "0")}@example.com`,
    source: at % 10 === 9 ? "import:old-list" : "website-footer",
    subscribedAt: hoursAgo(at + 1),
  }));
}

/** The moment so many hours ago. */
export function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 3_600_000);
}
