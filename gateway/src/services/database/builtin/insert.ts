import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { isSignUpName, readListEmail } from "../../shared/sign-up-rules.ts";
import type { SignUp, SubscriberList } from "../../shared/subscriber-list.ts";
import type { DatabaseResponse } from "../contract.ts";
import { oneWebsiteSignUp, VISITOR_COLUMNS } from "../policy.ts";
import type { PostgrestError } from "../postgrest/errors.ts";
import { requireSingular } from "../postgrest/media.ts";
import { parsePayload } from "../postgrest/payload.ts";
import { preferenceApplied } from "../postgrest/preferences.ts";
import { contentRange } from "../postgrest/range.ts";
import { parseTimestamp } from "../timestamps.ts";
import type { Column } from "./columns.ts";
import { duplicateOf, nullIn, requireBodyColumn, violatesCheck } from "./constraints.ts";
import { fieldsOf, writeRows } from "./projection.ts";
import { answerWith, forbidden, type TableRequest } from "./request.ts";
import { textFromJson } from "./values.ts";

/** The fields of a sign-up as text, before they are checked. */
type Candidate = {
  email: string | null;
  status: string | null;
  source: string | null;
  first_name: string | null;
  last_name: string | null;
};

/**
 * Answers POST for every role except service: stores a sign-up. It checks in PostgreSQL's order: rights, types, rules,
 * constraints.
 */
export async function answerInsert(
  subscribers: Pick<SubscriberList, "signUp">,
  request: TableRequest,
): Promise<DatabaseResponse> {
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
    if ((await subscribers.signUp({ ...signUp, page: request.page })) === "already-subscribed")
      throw duplicateOf("email");
  } else {
    requireSingular(media, 0);
  }

  return answerWith(
    201,
    // A client that may insert may not read, so it never gets the row back.
    fields === undefined ? null : writeRows([], fields, media),
    fields === undefined ? {} : request.headers,
    { "content-range": contentRange(0, 0, preferences.count === undefined ? undefined : rows.length) },
    preferenceApplied(preferences, ["missing", "return", "count", "handling"]),
  );
}

function checkColumnRights({ caller }: TableRequest, names: readonly string[]): void {
  if (names.every((name) => VISITOR_COLUMNS.has(name))) return;
  throw forbidden(caller, `permission denied for table ${SUBSCRIBERS_TABLE}`);
}

/** Whether a request only stores a row. A client that may insert may neither read the row nor replace another one. */
function mayStore({ rules, preferences }: TableRequest): boolean {
  const plain =
    preferences.resolution === undefined &&
    preferences.return !== "representation" &&
    preferences.return !== "headers-only";
  return rules.insert === "one website sign-up" && plain;
}

function violatesPolicy({ caller }: TableRequest): PostgrestError {
  return forbidden(caller, `new row violates row-level security policy for table "${SUBSCRIBERS_TABLE}"`);
}

function candidateFrom(row: ReadonlyMap<string, unknown>, names: readonly string[], useDefaults: boolean): Candidate {
  const read = (name: Column["name"]) => textFromJson(row.get(name));
  const subscribedAt = read("subscribed_at");
  // The server's clock replaces this time, but a wrong time is still an error.
  if (subscribedAt !== null) parseTimestamp(subscribedAt);
  const isStatusMissing = !names.includes("status") || (useDefaults && !row.has("status"));
  return {
    email: read("email"),
    status: isStatusMissing ? "active" : read("status"),
    source: read("source"),
    first_name: read("first_name"),
    last_name: read("last_name"),
  };
}

/** Checks the constraints. The rule has already checked status and source, more strictly. */
function checkedSignUp(candidate: Candidate & Pick<SignUp, "source">): SignUp {
  const { source, first_name, last_name } = candidate;
  if (candidate.email === null) throw nullIn("email");
  const email = readListEmail(candidate.email);
  if (email === undefined) throw violatesCheck("email");
  if (first_name !== null && !isSignUpName(first_name)) throw violatesCheck("first_name");
  if (last_name !== null && !isSignUpName(last_name)) throw violatesCheck("last_name");
  return { email, source, first_name, last_name };
}
