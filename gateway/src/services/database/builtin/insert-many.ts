import { isEmailShaped, SUBSCRIBERS_TABLE, WEBSITE_SOURCES } from "@porchlight/protocol/subscriber.ts";
import type { SqlValue, Writer } from "../../../data/statements.ts";
import type { Row } from "../../shared/change-events.ts";
import type { DatabaseResponse } from "../contract.ts";
import { notServed, postgresError } from "../postgrest/errors.ts";
import { requireSingular } from "../postgrest/media.ts";
import { parsePayload } from "../postgrest/payload.ts";
import { preferenceApplied } from "../postgrest/preferences.ts";
import { contentRange } from "../postgrest/range.ts";
import { parseTimestamp, storedTimestamp } from "../timestamps.ts";
import { COLUMNS, requireColumn } from "./columns.ts";
import { duplicateOf, isTooLong, nullIn, requireBodyColumn, violatesCheck } from "./constraints.ts";
import { recordHistory } from "./history.ts";
import { fieldsOf, type StoredRow, writeRows } from "./projection.ts";
import { type RowChange, type Store, toRecord, writeAndPublish } from "./publication.ts";
import { answerWith, forbidden, type TableRequest } from "./request.ts";
import { parseValue, textFromJson } from "./values.ts";

/** Maximum number of rows in an INSERT. Storing them takes about 100 ms, and every other request waits. */
export const INSERTS_MAX = 1_000;

/** Largest id that a client may give a row. No list is that long, and the ids after it are still exact numbers. */
const ID_MAX = 2n ** 52n;

const NAMES = COLUMNS.map(({ name }) => name);
const ROW = `SELECT ${NAMES.join(", ")} FROM ${SUBSCRIBERS_TABLE} WHERE id = ?`;
const FIND = {
  id: `SELECT id, status FROM ${SUBSCRIBERS_TABLE} WHERE id = ?`,
  email: `SELECT id, status FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`,
} as const;

/** A row of the body. Its types are parsed, its constraints are not checked yet. The table assigns a missing id. */
type Candidate = {
  id: bigint | null | undefined;
  email: string | null;
  status: string | null;
  source: string | null;
  subscribed_at: string | null;
  first_name: string | null;
  last_name: string | null;
};

/** The column by which an existing row is found, and the columns to update in that row: none if it does not change. */
type OnConflict = { column: "id" | "email"; update: readonly (keyof Candidate)[] };

/** Answers POST for the role service: stores rows as they are, either all in one commit or none. */
export async function answerInsertMany(store: Store, request: TableRequest): Promise<DatabaseResponse> {
  const { query, preferences, media } = request;
  const { columns, rows } = parsePayload(request.body, request.contentType, query.columns);
  const names = columns.map((name) => requireBodyColumn(name).name);
  const onConflict = readOnConflict(request, names);
  const isShown = preferences.return === "representation";
  const fields = fieldsOf(isShown ? query.select : []);
  if (preferences.return === "headers-only") throw notServed("return=headers-only is not served for this role.");
  if (rows.length > INSERTS_MAX) throw notServed(`An INSERT may bring ${INSERTS_MAX} rows at most.`);

  const useDefaults = preferences.missing === "default";
  const now = storedTimestamp(store.clock());
  const candidates = rows.map((row) => candidateFrom(row, { names, useDefaults, now }));
  const stored = await writeAndPublish(store, (writer) => {
    const changes = storeAll(writer, candidates, { onConflict, now });
    requireSingular(media, changes.length);
    const shown = isShown ? changes.map(({ id }) => rowOf(writer, id)) : [];
    return { result: { count: changes.length, inserted: changes.filter(isInsert).length, shown }, changes };
  });

  const hasOnlyMerged = preferences.resolution === "merge-duplicates" && stored.inserted === 0;
  return answerWith(
    hasOnlyMerged ? 200 : 201,
    isShown ? writeRows(stored.shown, fields, media) : null,
    isShown ? request.headers : {},
    { "content-range": contentRange(0, 0, preferences.count === undefined ? undefined : stored.count) },
    preferenceApplied(preferences, ["resolution", "missing", "return", "count", "handling"]),
  );
}

/** Without `on_conflict`, an existing row is found by its id. Source: PostgREST, "Upsert". */
function readOnConflict(
  { query, preferences, caller }: TableRequest,
  names: readonly (keyof Candidate)[],
): OnConflict | undefined {
  if (preferences.resolution === undefined) return undefined;
  const [column, ...others] = (query.onConflict ?? ["id"]).map((name) => requireColumn(name).name);
  if ((column !== "id" && column !== "email") || others.length > 0) {
    throw postgresError("42P10", "there is no unique or exclusion constraint matching the ON CONFLICT specification");
  }
  if (preferences.resolution === "ignore-duplicates") return { column, update: [] };
  if (names.includes("id")) throw forbidden(caller, `permission denied for table ${SUBSCRIBERS_TABLE}`);
  // The conflict column already has this value. Writing it again would only update the search index for nothing.
  return { column, update: names.filter((name) => name !== column) };
}

function candidateFrom(
  row: ReadonlyMap<string, unknown>,
  { names, useDefaults, now }: { names: readonly string[]; useDefaults: boolean; now: string },
): Candidate {
  const isMissing = (name: keyof Candidate) => !names.includes(name) || (useDefaults && !row.has(name));
  const read = (name: keyof Candidate) => textFromJson(row.get(name));
  const [id, subscribedAt] = [read("id"), read("subscribed_at")];
  return {
    id: isMissing("id") ? undefined : id === null ? null : readId(id),
    email: read("email"),
    status: isMissing("status") ? "active" : read("status"),
    source: read("source"),
    subscribed_at: isMissing("subscribed_at") ? now : subscribedAt === null ? null : parseTimestamp(subscribedAt),
    first_name: read("first_name"),
    last_name: read("last_name"),
  };
}

function readId(text: string): bigint {
  // parseValue returns a bigint for this type.
  const id = parseValue(text, "bigint") as bigint;
  if (id > ID_MAX) throw postgresError("22003", `value "${text.trim()}" is out of range for this table`);
  return id;
}

/** @returns a change for each row that was stored or updated */
function storeAll(
  writer: Writer,
  candidates: readonly Candidate[],
  { onConflict, now }: { onConflict: OnConflict | undefined; now: string },
): StoredChange[] {
  const touched = new Set<number>();
  return candidates.flatMap((candidate) => {
    check(candidate);
    const there =
      onConflict &&
      writer.get<{ id: number; status: string }>(FIND[onConflict.column], candidate[onConflict.column] ?? null);
    if (there !== undefined && onConflict?.update.length === 0) return [];
    if (there !== undefined && touched.has(there.id)) {
      throw postgresError(
        "21000",
        "ON CONFLICT DO UPDATE command cannot affect row a second time",
        "Ensure that no rows proposed for insertion within the same command have duplicate constrained values.",
      );
    }
    const change = there === undefined ? insert(writer, candidate) : update(writer, there.id, candidate, onConflict);
    touched.add(change.id);
    recordChange(writer, change, { before: there?.status, now });
    return [change];
  });
}

type StoredChange = Exclude<RowChange, { type: "DELETE" }> & { id: number };

/** Stores in the address's history what the move did. */
function recordChange(
  writer: Writer,
  { record }: StoredChange,
  { before, now }: { before: string | undefined; now: string },
): void {
  const { email, status } = record;
  if (status === before) return;
  const event = status === "unsubscribed" ? "left" : before === undefined ? "joined" : "came-back";
  recordHistory(writer, { email: String(email), event, form: "move", at: now });
}

function isInsert({ type }: StoredChange): boolean {
  return type === "INSERT";
}

/** Checks constraints in PostgreSQL's order: nulls by column, then checks by name. */
function check(candidate: Candidate): void {
  const { email, status, source, first_name, last_name } = candidate;
  if (candidate.id === null) throw nullIn("id");
  if (email === null) throw nullIn("email");
  if (status === null) throw nullIn("status");
  if (source === null) throw nullIn("source");
  if (candidate.subscribed_at === null) throw nullIn("subscribed_at");
  if (!isEmailShaped(email) || email !== email.toLowerCase()) throw violatesCheck("email");
  if (isTooLong(first_name)) throw violatesCheck("first_name");
  if (isTooLong(last_name)) throw violatesCheck("last_name");
  if (!WEBSITE_SOURCES.some((known) => known === source) && !/^import:./s.test(source)) throw violatesCheck("source");
  if (status !== "active" && status !== "unsubscribed") throw violatesCheck("status");
}

function insert(writer: Writer, candidate: Candidate): StoredChange {
  const { id: givenId, email } = candidate;
  for (const [column, value] of [
    ["id", givenId],
    ["email", email],
  ] as const) {
    if (value !== undefined && writer.get(FIND[column], value) !== undefined) throw duplicateOf(column);
  }
  const names = NAMES.filter((name) => candidate[name] !== undefined);
  writer.run(
    `INSERT INTO ${SUBSCRIBERS_TABLE} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ...valuesOf(candidate, names),
  );
  // A row was just inserted, so there is an id.
  const { id } = writer.get<{ id: number }>("SELECT last_insert_rowid() AS id")!;
  return { type: "INSERT", id, record: toRecord(rowOf(writer, id)) };
}

function update(writer: Writer, id: number, candidate: Candidate, onConflict: OnConflict | undefined): StoredChange {
  const names = onConflict?.update ?? [];
  const assignments = names.map((name) => `${name} = ?`).join(", ");
  writer.run(`UPDATE ${SUBSCRIBERS_TABLE} SET ${assignments} WHERE id = ?`, ...valuesOf(candidate, names), id);
  return { type: "UPDATE", id, record: toRecord(rowOf(writer, id)) };
}

function valuesOf(candidate: Candidate, names: readonly (keyof Candidate)[]): SqlValue[] {
  return names.map((name) => candidate[name] ?? null);
}

function rowOf(writer: Writer, id: number): Row & StoredRow {
  // The row was just stored, in the same commit.
  return writer.get<Row & StoredRow>(ROW, id)!;
}
