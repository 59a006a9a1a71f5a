import type { Bounce } from "@porchlight/protocol/newsletters.ts";
import type { Writer } from "../../../data/statements.ts";

const DAY_MS = 24 * 60 * 60_000;
/** An address is blocked after this many temporary failures within this many days. */
const SOFT_MAX = 3;
const SOFT_DAYS = 14;

/** A bounced email, or a complaint about one. `newsletterId`: absent if nobody knows which. */
export type NewBounce = Pick<Bounce, "email" | "kind" | "at" | "reason"> & { newsletterId: number | undefined };

/**
 * Stores a bounce. An address is blocked at once if it does not exist or its owner complained, and after three emails in
 * 14 days if it could not be reached. A second report about the same email changes nothing.
 */
export function recordBounce(writer: Writer, { email, kind, at, reason, newsletterId }: NewBounce): void {
  const same = writer.get(
    "SELECT 1 FROM bounces WHERE email = ? AND kind = ? AND newsletter_id IS ? AND (newsletter_id IS NOT NULL OR at = ?)",
    email,
    kind,
    newsletterId ?? null,
    at,
  );
  if (same) return;
  const isBlocking = kind !== "soft" || countSoft(writer, email, at) + 1 >= SOFT_MAX;
  writer.run(
    "INSERT INTO bounces (email, kind, is_blocking, at, reason, newsletter_id) VALUES (?, ?, ?, ?, ?, ?)",
    email,
    kind,
    isBlocking ? 1 : 0,
    at,
    reason,
    newsletterId ?? null,
  );
}

function countSoft(writer: Writer, email: string, at: string): number {
  const since = new Date(Date.parse(at) - SOFT_DAYS * DAY_MS).toISOString();
  const row = writer.get<{ count: number }>(
    "SELECT count(*) AS count FROM bounces WHERE email = ? AND kind = 'soft' AND at > ? AND lifted_at IS NULL",
    email,
    since,
  );
  return row?.count ?? 0;
}
