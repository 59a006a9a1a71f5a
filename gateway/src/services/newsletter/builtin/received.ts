import type { Reader } from "../../../data/statements.ts";
import { domainOf } from "./recipients.ts";

type Received = { newsletter: number; subject: string; state: string; at: string | null; reason: string | null };

/** The newsletters that an address got or was to get, the earliest first. */
export function readReceived(reader: Reader, email: string): Received[] {
  return reader.all<Received>(
    `SELECT newsletter_id AS newsletter, subject, recipients.state, at, reason
     FROM newsletters JOIN newsletter_recipients AS recipients ON newsletter_id = newsletters.id
     WHERE domain = ? AND email = ? ORDER BY newsletters.id`,
    domainOf(email),
    email,
  );
}

/** The emails to an address that bounced, and its complaints, the earliest first. */
export function readBounces(reader: Reader, email: string): object[] {
  return reader.all(
    `SELECT kind, at, reason, newsletter_id AS newsletter, lifted_at AS liftedAt FROM bounces
     WHERE email = ? ORDER BY id`,
    email,
  );
}
