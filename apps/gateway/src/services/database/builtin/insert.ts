import {
  isEmailShaped,
  NAME_MAX_LENGTH,
  SUBSCRIBERS_TABLE,
  UNIQUE_VIOLATION,
} from "@porchlight/protocol/subscriber.ts";
import type { SignUp, SubscriberList } from "../../subscriber-list.ts";
import type { DatabaseAnswer } from "../contract.ts";
import { oneWebsiteSignUp, VISITOR_COLUMNS } from "../policy.ts";
import { requireSingular } from "../postgrest/media.ts";
import { noSuchBodyColumn, parsePayload } from "../postgrest/payload.ts";
import { preferenceApplied } from "../postgrest/preferences.ts";
import { contentRange } from "../postgrest/range.ts";
import { Refusal, refusedByPostgres } from "../postgrest/refusal.ts";
import { type Column, findColumn } from "./columns.ts";
import { fieldsOf, writeRows } from "./projection.ts";
import { answerWith, forbidden, type TableRequest } from "./request.ts";
import { parseTimestamp } from "./timestamps.ts";
import { textFromJson } from "./values.ts";

/** Fields of a sign-up as text, read but not yet checked. */
type Candidate = {
  email: string | null;
  status: string | null;
  source: string | null;
  first_name: string | null;
  last_name: string | null;
};

/** Answers POST: stores a sign-up. Checks come in PostgreSQL's order: rights, types, rules, constraints. */
export async function answerInsert(subscribers: SubscriberList, request: TableRequest): Promise<DatabaseAnswer> {
  const { query, preferences, media } = request;
  const { columns: names, rows } = parsePayload(request.body, request.contentType, query.columns);
  for (const name of names) requireBodyColumn(name);
  const fields = preferences.return === "representation" ? fieldsOf(query.select) : undefined;

  if (rows.length > 0) {
    checkColumnRights(request, names);
    const useDefaults = preferences.missing === "default";
    const candidate = oneWebsiteSignUp(rows.map((row) => candidateFrom(row, names, useDefaults)));
    if (candidate === undefined || !mayStore(request)) throw violatesPolicy(request);
    const signUp = checkedSignUp(candidate);
    requireSingular(media, 1);
    if ((await subscribers.signUp(signUp)) === "already-subscribed") throw alreadyThere();
  } else {
    requireSingular(media, 0);
  }

  return answerWith(
    201,
    // Whoever may insert may not read, so the only rows that can be shown are none.
    fields === undefined ? null : writeRows([], fields, media),
    fields === undefined ? {} : request.headers,
    { "content-range": contentRange(0, 0, preferences.count === undefined ? undefined : rows.length) },
    preferenceApplied(preferences, ["missing", "return", "count", "handling"]),
  );
}

function requireBodyColumn(name: string): void {
  if (findColumn(name) === undefined) throw noSuchBodyColumn(name, SUBSCRIBERS_TABLE);
}

function checkColumnRights({ caller }: TableRequest, names: readonly string[]): void {
  if (names.every((name) => VISITOR_COLUMNS.has(name))) return;
  throw forbidden(caller, `permission denied for table ${SUBSCRIBERS_TABLE}`);
}

/** A row that is shown back, or that may replace another, would need rights that no one who inserts has. */
function mayStore({ rules, preferences }: TableRequest): boolean {
  const plain =
    preferences.resolution === undefined &&
    preferences.return !== "representation" &&
    preferences.return !== "headers-only";
  return rules.insert === "one website sign-up" && plain;
}

function violatesPolicy({ caller }: TableRequest): Refusal {
  return forbidden(caller, `new row violates row-level security policy for table "${SUBSCRIBERS_TABLE}"`);
}

function candidateFrom(row: ReadonlyMap<string, unknown>, names: readonly string[], useDefaults: boolean): Candidate {
  const read = (name: Column["name"]) => textFromJson(row.get(name));
  const subscribedAt = read("subscribed_at");
  // Replaced by our own clock, but a wrong one is refused all the same.
  if (subscribedAt !== null) parseTimestamp(subscribedAt);
  const statusLeftOut = !names.includes("status") || (useDefaults && !row.has("status"));
  return {
    email: read("email")?.toLowerCase() ?? null,
    status: statusLeftOut ? "active" : read("status"),
    source: read("source"),
    first_name: read("first_name"),
    last_name: read("last_name"),
  };
}

/** Status and source have been checked by the rule, which is narrower. */
function checkedSignUp(candidate: Candidate & Pick<SignUp, "source">): SignUp {
  const { email, source, first_name, last_name } = candidate;
  if (email === null) {
    throw refusedByPostgres(
      "23502",
      `null value in column "email" of relation "${SUBSCRIBERS_TABLE}" violates not-null constraint`,
    );
  }
  if (!isEmailShaped(email)) throw violatesCheck("email");
  if (isTooLong(first_name)) throw violatesCheck("first_name");
  if (isTooLong(last_name)) throw violatesCheck("last_name");
  return { email, source, first_name, last_name };
}

function isTooLong(name: string | null): boolean {
  return name !== null && name.length > NAME_MAX_LENGTH;
}

// Under row-level security PostgreSQL leaves out which values were wrong, and so do we.
function violatesCheck(column: Column["name"]): Refusal {
  return refusedByPostgres(
    "23514",
    `new row for relation "${SUBSCRIBERS_TABLE}" violates check constraint "${SUBSCRIBERS_TABLE}_${column}_check"`,
  );
}

function alreadyThere(): Refusal {
  return new Refusal(409, {
    code: UNIQUE_VIOLATION,
    message: `duplicate key value violates unique constraint "${SUBSCRIBERS_TABLE}_email_key"`,
  });
}
