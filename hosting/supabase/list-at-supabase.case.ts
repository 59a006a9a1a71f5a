import type { PGlite } from "@electric-sql/pglite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type Claims, type InsertOptions, type Outcome, Postgrest } from "./postgrest.case.ts";
import { applyMigrations, asOwner, openProject } from "./supabase-project.case.ts";

export const OWNER_ID = "00000000-0000-4000-8000-000000000001";
export const visitor: Claims = { role: "anon" };
export const person: Claims = { role: "authenticated", sub: "00000000-0000-4000-8000-000000000002", aal: "aal1" };
export const admin: Claims = { role: "authenticated", sub: OWNER_ID, aal: "aal1", app_metadata: { role: "admin" } };
/** The secret key, which a move of a list uses. */
export const service: Claims = { role: "service_role" };

export const STORED = { code: "00000" };
export const REFUSED = { code: "42501" };

/** A sign-up from the footer. */
export const dora = { email: "dora@example.com", status: "active", source: "website-footer" } as const;

/** The addresses of {@link LISTED}. */
export const everyone = ["ann@example.com", "ben@example.com"];

const LISTED = `
  insert into public.${SUBSCRIBERS_TABLE} (email, status, source, subscribed_at, first_name) values
    ('ann@example.com', 'active', 'website-footer', '2026-02-01T10:00:00Z', null),
    ('ben@example.com', 'unsubscribed', 'import:mailchimp', '2026-02-02T10:00:00Z', 'Ben')`;

/** Starting PostgreSQL takes about 3 s, and longer on a busy machine. */
const STARTING_MS = 60_000;

/** One project for a file of tests. Each test runs in a transaction that is rolled back. */
export class ListAtSupabase {
  #db: PGlite | undefined;

  constructor() {
    beforeAll(async () => {
      this.#db = await openProject();
      await this.#db.exec("begin");
      await applyMigrations(this.#db);
      await asOwner(this.#db, LISTED);
      await this.#db.exec("commit");
    }, STARTING_MS);
    afterAll(() => this.db.close());
    beforeEach(async () => void (await this.db.exec("begin")));
    afterEach(async () => void (await this.db.exec("rollback")));
  }

  get db(): PGlite {
    if (this.#db === undefined) throw new Error("the project opens before the first test");
    return this.#db;
  }

  get api(): Postgrest {
    return new Postgrest(this.db);
  }

  /** A visitor's sign-up. @param other the values that differ */
  signUp(other: object = {}, options?: InsertOptions): Promise<Outcome> {
    return this.api.insert(visitor, [{ ...dora, ...other }], options);
  }

  /** All stored addresses, without row-level rules. */
  async emails(): Promise<string[]> {
    const { rows } = await this.db.query<{ email: string }>(`select email from ${SUBSCRIBERS_TABLE} order by email`);
    return rows.map(({ email }) => email);
  }

  /** A stored row, without row-level rules. */
  async rowOf(email: string): Promise<Record<string, unknown> | undefined> {
    const sql = `select * from ${SUBSCRIBERS_TABLE} where email = $1`;
    return (await this.db.query<Record<string, unknown>>(sql, [email])).rows[0];
  }
}
