import type { PGlite } from "@electric-sql/pglite";
import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";

/** The caller, as the claims of a verified token. */
export type Claims = { role: "anon" | "authenticated" | "service_role"; [claim: string]: unknown };

/** The result of a statement: PostgreSQL's code, "00000" for success, and its rows. */
export type Outcome = { code: string; rows: Record<string, unknown>[] };

/** Options of an insert. */
export type InsertOptions = { returning?: string; onConflict?: string };

/** The columns of a sign-up, and their types for PostgREST. */
const TYPES: Readonly<Record<string, string>> = {
  id: "bigint",
  email: "text",
  status: "text",
  source: "text",
  subscribed_at: "timestamptz",
  first_name: "text",
  last_name: "text",
};

/**
 * Runs the statements that PostgREST creates from requests, in the same way: with the role and the claims of the token.
 * All statements run inside a transaction that the test has begun. It stays usable after a failed statement.
 * Source: docs.postgrest.org, "Transactions"; github.com/PostgREST/postgrest, src/PostgREST/Query.
 */
export class Postgrest {
  readonly #db: PGlite;

  constructor(db: PGlite) {
    this.#db = db;
  }

  /** Runs a statement as one of the three roles. */
  async run(claims: Claims, sql: string, values: unknown[] = []): Promise<Outcome> {
    await this.#db.exec("savepoint request");
    try {
      await this.#db.exec(`set local role ${claims.role}`);
      await this.#db.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
      const { rows } = await this.#db.query<Record<string, unknown>>(sql, values);
      await this.#db.exec("reset role; release savepoint request");
      return { code: "00000", rows };
    } catch (error) {
      await this.#db.exec("rollback to savepoint request");
      return { code: codeOf(error), rows: [] };
    }
  }

  /** `POST /rest/v1/newsletter_subscribers`; the first row decides the columns. */
  insert(claims: Claims, rows: Partial<Subscriber>[], options: InsertOptions = {}): Promise<Outcome> {
    const columns = Object.keys(rows[0] ?? {});
    const names = columns.join(", ");
    const types = columns.map((column) => `${column} ${TYPES[column]}`).join(", ");
    const sql = `
      with pgrst_source as (
        insert into public.${SUBSCRIBERS_TABLE} (${names})
        select ${names} from json_to_recordset($1::json) as pgrst_body (${types})
        ${options.onConflict ?? ""}
        returning ${options.returning ?? "1"}
      )
      select * from pgrst_source`;
    return this.run(claims, sql, [JSON.stringify(rows)]);
  }

  /** `GET`. `rest` is the SQL that follows `from newsletter_subscribers`. */
  select(claims: Claims, what = "*", rest = ""): Promise<Outcome> {
    return this.run(claims, `select ${what} from public.${SUBSCRIBERS_TABLE} ${rest}`);
  }

  /** `DELETE …?email=eq.…`; returns the removed addresses. */
  remove(claims: Claims, email: string): Promise<Outcome> {
    const sql = `
      with pgrst_source as (delete from public.${SUBSCRIBERS_TABLE} where email = $1 returning email)
      select * from pgrst_source`;
    return this.run(claims, sql, [email]);
  }

  /** `PATCH …?email=eq.…` */
  update(claims: Claims, email: string, assignment: string): Promise<Outcome> {
    return this.run(claims, `update public.${SUBSCRIBERS_TABLE} set ${assignment} where email = $1`, [email]);
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}
