import type { Bounce, Bounces } from "@porchlight/protocol/newsletters.ts";
import type { Reader, Writer } from "../../../data/statements.ts";

/** Maximum number of bounces in one page. */
const PAGE_ROWS = 100;

/** One page of bounces, the latest first. Those that the owner lifted, and those of removed people, are left out. */
export function listBounces(reader: Reader, before = Number.MAX_SAFE_INTEGER): Bounces {
  const rows = reader.all<Omit<Bounce, "isBlocked"> & { isBlocked: number }>(
    `SELECT id, email, kind, at, reason, is_blocking AS isBlocked FROM bounces
     WHERE lifted_at IS NULL AND email <> '' AND id < ? ORDER BY id DESC LIMIT ?`,
    before,
    PAGE_ROWS,
  );
  const bounces = rows.map((row): Bounce => ({ ...row, isBlocked: row.isBlocked === 1 }));
  return { bounces, next: rows.length < PAGE_ROWS ? null : (rows.at(-1)?.id ?? null) };
}

/**
 * Unblocks an address that was just confirmed by the link in an email, so emails arrive there. After a complaint it
 * stays blocked until the site's owner lifts it.
 */
export function liftConfirmed(writer: Writer, email: string, at: string): void {
  writer.run(
    "UPDATE bounces SET lifted_at = ? WHERE email = ? AND kind <> 'complaint' AND lifted_at IS NULL",
    at,
    email,
  );
}

/** Lets the address of a bounce get newsletters again. @returns whether there is such a bounce */
export function liftBounces(writer: Writer, id: number, at: string): boolean {
  return (
    writer.run(
      "UPDATE bounces SET lifted_at = ? WHERE lifted_at IS NULL AND email = (SELECT email FROM bounces WHERE id = ?)",
      at,
      id,
    ) > 0
  );
}
