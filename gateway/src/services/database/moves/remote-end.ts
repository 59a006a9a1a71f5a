import { SUBSCRIBERS_TABLE, UNIQUE_VIOLATION } from "@porchlight/protocol/subscriber.ts";
import * as v from "valibot";
import type { HandedOver } from "../builtin/functions/hand-over.ts";
import { parseTimestamp } from "../timestamps.ts";
import { wireRowSchema } from "../wire-row.ts";
import { BATCH_ROWS, type ListEnd, MoveError } from "./list-end.ts";
import type { ErrorResult, RequestResult, SendRequest } from "./retrying-client.ts";
import { COLUMN_NAMES, hasId, type MovedRow } from "./rows.ts";
import { openStagedRows } from "./staged-rows.ts";

/** Rows of one page. The hosted platform returns at most this many. */
const PAGE_ROWS = 1_000;
/** Largest body to send, in bytes. A Porchlight accepts little more. */
const BODY_BYTES = 200_000;

const TABLE = `/rest/v1/${SUBSCRIBERS_TABLE}`;
const WITHOUT_ID = COLUMN_NAMES.filter((name) => name !== "id");

const rowsSchema = v.array(
  v.object({
    ...wireRowSchema.entries,
    subscribed_at: v.pipe(wireRowSchema.entries.subscribed_at, v.transform(parseTimestamp)),
  }),
);
const handedOverSchema = v.object({
  secret: v.string(),
  removed: v.array(
    v.object({ address_hash: v.string(), removed_on: v.string(), mailbox_hash: v.optional(v.string()) }),
  ),
});

/** A list at Supabase, or at another Porchlight, which has the same interface. */
export function createRemoteEnd(send: SendRequest, name: string): ListEnd {
  const staged = openStagedRows();

  async function* pages(onRows: (count: number) => void): AsyncGenerator<MovedRow[]> {
    let count = 0;
    let last: number | undefined;
    for (;;) {
      const keyset = last === undefined ? "" : `&id=gt.${last}`;
      const path = `${TABLE}?select=${COLUMN_NAMES}${keyset}&order=id.asc&limit=${PAGE_ROWS}`;
      const rows = read(rowsSchema, await send({ method: "GET", path }));
      for (const { id } of rows) {
        // Rows in a wrong order could repeat forever.
        if (last !== undefined && id <= last) throw notTheList();
        last = id;
      }
      // Only an empty page is the end, because a project may return fewer rows than requested.
      if (rows.length === 0) return;
      count += rows.length;
      yield rows;
      onRows(count);
    }
  }

  async function call<T>(schema: v.GenericSchema<unknown, T>, called: string, values: object): Promise<T> {
    return read(schema, await send({ method: "POST", path: `/rest/v1/rpc/${called}`, body: JSON.stringify(values) }));
  }

  function read<T>(schema: v.GenericSchema<unknown, T>, result: RequestResult): T {
    if (!result.ok) throw new MoveError(explain(result));
    try {
      return v.parse(schema, result.json);
    } catch (cause) {
      throw notTheList({ cause });
    }
  }

  function notTheList(options?: ErrorOptions): MoveError {
    return new MoveError(`The response of ${name} is no list of subscribers. Is its address right?`, options);
  }

  function explain({ status, code, message }: ErrorResult): string {
    if (code === "PGRST205" || code === "PGRST202") {
      return `${name} has no list of this release yet. Apply hosting/supabase/migrations there first, or update that site.`;
    }
    if (status === 401 || status === 403) {
      return `${name} does not accept SUPABASE_SERVICE_ROLE_KEY (${message}). Is it the secret key, and still valid?`;
    }
    return `${name} refused: ${message} (${[status, code].filter(Boolean).join(", ")}).`;
  }

  async function upsert(
    rows: readonly MovedRow[],
    columns: readonly string[],
    resolution: string,
  ): Promise<RequestResult> {
    return send({
      method: "POST",
      path: `${TABLE}?on_conflict=email&columns=${columns}`,
      headers: { Prefer: `resolution=${resolution},return=minimal` },
      body: bodyOf(rows, columns),
    });
  }

  /** Stores rows. If some are refused, finds them by trying each half alone. @returns the refused rows */
  async function insert(rows: readonly MovedRow[], columns: readonly string[]): Promise<readonly MovedRow[]> {
    const result = await upsert(rows, columns, "ignore-duplicates");
    if (result.ok) return [];
    if (!isAboutRows(result)) throw new MoveError(explain(result));
    if (rows.length > 1) {
      const middle = Math.ceil(rows.length / 2);
      return [...(await insert(rows.slice(0, middle), columns)), ...(await insert(rows.slice(middle), columns))];
    }
    // Meanwhile the target may have given this id to a new subscriber.
    return result.code === UNIQUE_VIOLATION && columns !== WITHOUT_ID ? insert(rows, WITHOUT_ID) : rows;
  }

  return {
    name,
    rows: staged.rows,
    refresh: (onRows) => staged.refill(pages(onRows)),
    async removedAmong(emails) {
      const removed = new Set<string>();
      for (const some of batches(emails, JSON.stringify)) {
        for (const email of await call(v.array(v.string()), "removed_among", { emails: some })) removed.add(email);
      }
      return removed;
    },
    handOver: (after, most) => call(handedOverSchema, "hand_over_list", { after: after || null, most }),
    takeOver: (handedOver: HandedOver) => call(v.boolean(), "take_over_list", handedOver),
    async add(rows) {
      const isIdTaken = (row: MovedRow) => hasId(staged.rows, row.id);
      const refused: MovedRow[] = [];
      for (const some of batches(
        rows.filter((row) => !isIdTaken(row)),
        JSON.stringify,
      )) {
        refused.push(...(await insert(some, COLUMN_NAMES)));
      }
      for (const some of batches(rows.filter(isIdTaken), JSON.stringify))
        refused.push(...(await insert(some, WITHOUT_ID)));
      return refused;
    },
    async unsubscribe(rows) {
      for (const some of batches(rows, JSON.stringify)) {
        const unsubscribed = some.map((row): MovedRow => ({ ...row, status: "unsubscribed" }));
        const result = await upsert(unsubscribed, WITHOUT_ID, "merge-duplicates");
        if (!result.ok) throw new MoveError(explain(result));
      }
    },
    close: () => staged.close(),
  };
}

/**
 * Whether an error is about the rows: about a value, a check or a key. Source: PostgreSQL, "Error Codes", classes 22,
 * 23.
 */
function isAboutRows({ code }: ErrorResult): boolean {
  return code?.startsWith("22") || code?.startsWith("23") || false;
}

function bodyOf(rows: readonly MovedRow[], columns: readonly string[]): string {
  return JSON.stringify(rows, [...columns]);
}

/** Splits items into batches whose bodies are not too large. */
function* batches<Item>(items: readonly Item[], write: (item: Item) => string): Generator<Item[]> {
  let batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const length = Buffer.byteLength(write(item)) + 1;
    if (batch.length === BATCH_ROWS || (batch.length > 0 && bytes + length > BODY_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}
