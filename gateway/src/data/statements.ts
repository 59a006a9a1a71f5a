import type { DatabaseSync, StatementSync } from "node:sqlite";
import { createLruCache } from "../lib/lru-cache.ts";

/** A value that SQLite stores. */
export type SqlValue = string | number | bigint | null;

/** Statements that read. Values are always bound, never part of the SQL. */
export interface Reader {
  /** First row, or undefined when there is none. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
}

/** Statements inside a change. */
export interface Writer extends Reader {
  /** Runs a statement. @returns how many rows it changed */
  run(sql: string, ...values: SqlValue[]): number;
}

/** How many prepared statements to cache: a few frequent ones, and those of the dashboard's filters. */
const CACHED_STATEMENTS = 100;

/** Reads and writes through one connection. Prepared statements are cached. */
export function createStatements(connection: DatabaseSync): Writer {
  const prepared = createLruCache<StatementSync>({ entries: CACHED_STATEMENTS });

  function prepare(sql: string): StatementSync {
    const cached = prepared.find(sql);
    if (cached) return cached;
    const statement = connection.prepare(sql);
    prepared.store(sql, statement);
    return statement;
  }

  return {
    // The tables are STRICT and the SQL is next to the row type, so the caller knows the shape.
    get: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(...values) as Row[],
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
  };
}
