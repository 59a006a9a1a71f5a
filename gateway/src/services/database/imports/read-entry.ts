import { EMAIL_MAX_LENGTH, isOneLine, NAME_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";
import { withoutGuards } from "../../../lib/formulas.ts";
import { readListEmail } from "../../shared/sign-up-rules.ts";
import { type ColumnPlan, findCell, type Meaning } from "./columns.ts";
import type { DetectedFormat } from "./formats.ts";
import {
  type ImportedReturn,
  type ImportedStatus,
  parseConsent,
  parseReturn,
  parseStatus,
  saysClearly,
  saysConfirmed,
  saysUnsubscribed,
} from "./status-words.ts";

/** A row of a file, read as a subscriber. */
export type Entry = {
  /** Normalised. In a refused row it is unchanged. */
  email: string;
  first_name: string | null;
  last_name: string | null;
  /** Whether the subscriber unsubscribed from that list, or emails to the address bounced. */
  isUnsubscribed: boolean;
  /** Whether emails to the address bounced there, or its reader complained. */
  returned?: ImportedReturn | undefined;
  /** The date of the sign-up as in the file; empty when there is none. */
  joined: string;
  /** The address, normalised, if its row is refused because of what it says about emails. */
  doubtful?: string;
  /** Why the row is refused, as the end of a sentence; absent when it can be imported. */
  reason?: string;
};

/** The apostrophe in our own CSV that prevents a spreadsheet from reading an address as a formula. */
const GUARD = /^'(?=[=+\-@＝＋－＠])/u;
/** An address with a name, `Bob Lee <bob@example.org>`, as mail programs write it. */
const NAMED_ADDRESS = /^(?<name>[^<>]*)<(?<email>[^<>\s]*)>$/;
const MAIL_LINK = /^mailto:(?<email>[^?]*)(?:\?.*)?$/i;

/** Parses an address as in emails and links. @returns the address and the name beside it; empty if missing */
export function parseWrittenAddress(text: string): { email: string; name: string } {
  const { name = "", email = text } = NAMED_ADDRESS.exec(text.trim())?.groups ?? {};
  const address = email.trim();
  return { email: MAIL_LINK.exec(address)?.groups?.email ?? address, name: name.trim().replace(/^"(.*)"$/, "$1") };
}

export function readEntry(
  cells: readonly string[],
  plan: ColumnPlan,
  { origin, everybody, isOfBounced, agreedBy }: DetectedFormat,
): Entry {
  const cell = (meaning: Meaning) => findCell(plan, cells, meaning);
  const attributes = parseAttributes(cell("attributes"));
  // Our file for listmonk is known by its fields.
  const isOurs = origin === "porchlight" || attributes.has("unsubscribe_url");
  const written = isOurs ? cell("email").replace(GUARD, "") : cell("email");
  const { email, name } = parseWrittenAddress(written);
  // Our own CSV guards names against spreadsheets.
  const nameCell: typeof cell = (meaning) => (isOurs ? withoutGuards(cell(meaning)) : cell(meaning));
  const names = readNames(nameCell, attributes, name);
  const cellsOf = (columns: readonly number[]) => columns.map((at) => cells[at]?.trim() ?? "");
  const answers = cellsOf([...plan.consent, ...(agreedBy === "unsubscribed" ? plan.unsubscribed : [])]);
  const consents = cellsOf(plan.consent).flatMap((text) => (isEmpty(text) ? [] : [parseConsent(text)]));
  const statuses = [
    ...cellsOf(plan.status).flatMap((text) => (text === "" ? [] : [parseStatus(text)])),
    ...[...cellsOf(plan.perhapsStatus), attributes.get("status") ?? ""].flatMap((text) =>
      text === "" ? [] : (parseStatus(text) ?? []),
    ),
  ];
  const returns = [
    ...cellsOf([...plan.status, ...plan.perhapsStatus, ...plan.reasons]).map(parseReturn),
    parseReturn(attributes.get("status") ?? ""),
    ...(cellsOf(plan.complained).some(saysUnsubscribed) ? (["complaint"] as const) : []),
    ...(isOfBounced || cellsOf(plan.bounced).some(saysUnsubscribed) ? (["hard"] as const) : []),
  ];
  const entry: Entry = {
    email: readListEmail(email) ?? email,
    ...names,
    isUnsubscribed:
      everybody === "unsubscribed" ||
      statuses.includes("unsubscribed") ||
      consents.includes("unsubscribed") ||
      cellsOf(plan.unsubscribed).some(saysUnsubscribed) ||
      [...cellsOf(plan.others), name].some(saysClearly),
    joined: attributes.get("subscribed_at") ?? cell("joined"),
    returned: returns.includes("complaint") ? "complaint" : returns.find((kind) => kind !== undefined),
  };
  const statusReason = entry.isUnsubscribed
    ? undefined
    : findStatusReason(statuses, consents, {
        isUnconfirmed: !cellsOf(plan.confirmed).every(saysConfirmed),
        hasNoAnswer: answers.some(isEmpty) || (agreedBy === "status" && statuses.length === 0),
      });
  const reason = everybody === "never joined" ? "never joined that list" : findReason(entry);
  if (reason !== undefined) return { ...entry, email: written, reason };
  return statusReason === undefined ? entry : { ...entry, email: written, reason: statusReason, doubtful: entry.email };
}

/** Whether a cell holds no answer: a box was not ticked. */
function isEmpty(answer: string): boolean {
  return answer === "" || answer === "null";
}

function findReason({ email, first_name, last_name }: Entry): string | undefined {
  if (email === "") return "has no email address";
  if (email.length > EMAIL_MAX_LENGTH) return `has an address longer than ${EMAIL_MAX_LENGTH} characters`;
  if (readListEmail(email) === undefined) return "has no valid email address";
  for (const name of [first_name ?? "", last_name ?? ""]) {
    if (name.length > NAME_MAX_LENGTH) return `has a name longer than ${NAME_MAX_LENGTH} characters`;
    if (!isOneLine(name)) return "has a name with invalid characters";
  }
  return undefined;
}

/** Why a person may not become active. Whatever is not known for certain is refused. */
function findStatusReason(
  statuses: readonly (ImportedStatus | undefined)[],
  consents: readonly (ImportedStatus | undefined)[],
  { isUnconfirmed, hasNoAnswer }: { isUnconfirmed: boolean; hasNoAnswer: boolean },
): string | undefined {
  if (statuses.includes(undefined)) return "has a status that is not known here";
  if (isUnconfirmed || [...statuses, ...consents].includes("unconfirmed")) return "never confirmed";
  if (hasNoAnswer) return "has no answer about emails";
  return consents.includes(undefined) ? "has an answer about emails that is neither yes nor no" : undefined;
}

/** Parses the JSON that listmonk writes, and our own CSV for it and of earlier versions. */
function parseAttributes(text: string): ReadonlyMap<string, string> {
  if (!text.startsWith("{")) return new Map();
  try {
    const fields: unknown = JSON.parse(text);
    const texts = Object.entries(fields ?? {}).filter(
      (field): field is [string, string] => typeof field[1] === "string",
    );
    return new Map(texts);
  } catch {
    // Invalid attributes are ignored, because the columns have the same values.
    return new Map();
  }
}

type Names = { first_name: string | null; last_name: string | null };

/**
 * Reads the names. A full name is split at its first space, so that both parts together give the full name.
 *
 * @param beside the name beside the address, used when no column has a name
 */
function readNames(
  cell: (meaning: "first" | "last" | "full") => string,
  attributes: ReadonlyMap<string, string>,
  beside: string,
): Names {
  const first = tidy(attributes.get("first_name") ?? cell("first"));
  const last = tidy(attributes.get("last_name") ?? cell("last"));
  if (first || last) return { first_name: first || null, last_name: last || null };
  const [given = "", ...others] = tidy(cell("full") || beside).split(" ");
  return { first_name: given || null, last_name: others.join(" ") || null };
}

function tidy(name: string): string {
  return name.trim().replace(/\s+/g, " ");
}
