import { EMAIL_MAX_LENGTH, isOneLine, NAME_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";
import { readListEmail } from "../../shared/sign-up-rules.ts";
import { type ColumnPlan, cellOf } from "./columns.ts";
import type { DetectedFormat } from "./formats.ts";
import { type ImportedStatus, saysUnsubscribed, statusOf } from "./status-words.ts";
import { addressIn } from "./written-address.ts";

/** What a row says about somebody. */
export type Entry = {
  /** Normalised; as it stands in the file when the row is refused. */
  email: string;
  first_name: string | null;
  last_name: string | null;
  /** Whether they have left that list, or no email reaches them. */
  hasLeft: boolean;
  /** When they joined, as the file writes it; empty when it does not say. */
  joined: string;
  /** Why the row cannot be imported, as the end of a sentence; absent when it can. */
  reason?: string;
};

/** The mark by which our own CSV keeps a spreadsheet from calculating with an address. */
const GUARD = /^'(?=[=+\-@＝＋－＠])/u;

/** Reads a row. */
export function readEntry(cells: readonly string[], plan: ColumnPlan, { origin, everybody }: DetectedFormat): Entry {
  const cell = (meaning: keyof ColumnPlan) => cellOf(plan, cells, meaning);
  const written = origin === "porchlight" ? cell("email").replace(GUARD, "") : cell("email");
  const { email, name } = addressIn(written);
  const attributes = attributesOf(cell("attributes"));
  const names = namesOf(cell, attributes, name);
  const standing = statusOf(cell("status") || statusIn(cell("perhapsStatus")));
  const entry: Entry = {
    email: readListEmail(email) ?? email,
    ...names,
    hasLeft: everybody === "left" || standing === "left" || plan.left.some((at) => saysUnsubscribed(cells[at] ?? "")),
    joined: attributes.get("subscribed_at") ?? cell("joined"),
  };
  const reason = everybody === "never joined" ? "never joined that list" : faultOf(entry, standing);
  return reason === undefined ? entry : { ...entry, email: written, reason };
}

/** What stands under a name that may be that of a status; empty when it is none. */
function statusIn(cell: string): string {
  return statusOf(cell) === undefined ? "" : cell;
}

function faultOf({ email, first_name, last_name, hasLeft }: Entry, standing?: ImportedStatus): string | undefined {
  if (email === "") return "has no email address";
  if (email.length > EMAIL_MAX_LENGTH) return `has an address longer than ${EMAIL_MAX_LENGTH} characters`;
  if (readListEmail(email) === undefined) return "has no address that is shaped like one";
  for (const name of [first_name ?? "", last_name ?? ""]) {
    if (name.length > NAME_MAX_LENGTH) return `has a name longer than ${NAME_MAX_LENGTH} characters`;
    if (!isOneLine(name)) return "has a name with signs that no text has";
  }
  if (hasLeft || standing === "active") return undefined;
  return standing === "unconfirmed" ? "never confirmed" : "has a status that is not known here";
}

/** Our own CSV and listmonk carry fields as JSON, names without any guard among them. */
function attributesOf(text: string): ReadonlyMap<string, string> {
  if (!text.startsWith("{")) return new Map();
  try {
    const fields: unknown = JSON.parse(text);
    const said = Object.entries(fields ?? {}).filter(
      (field): field is [string, string] => typeof field[1] === "string",
    );
    return new Map(said);
  } catch {
    // Attributes that cannot be read say nothing; the columns do.
    return new Map();
  }
}

type Names = { first_name: string | null; last_name: string | null };

/**
 * A name in one piece is taken apart at its first space: put together again it reads the same.
 *
 * @param beside the name that stands beside the address, for want of another
 */
function namesOf(
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
