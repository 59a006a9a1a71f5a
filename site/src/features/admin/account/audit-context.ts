import type { AuditEntry } from "@porchlight/protocol/admin.ts";
import type { LinkedSignInWords } from "@porchlight/protocol/admin-messages.ts";
import { browserName } from "./browser-name.ts";

type Detail = AuditEntry["details"][string];

/** What a detail of the log is called; an empty text leaves it out. */
const DETAILS: Record<string, (value: Detail) => string> = {
  method: (value) => METHODS[String(value)] ?? `by ${value}`,
  count: (value) => (value === 1 ? "" : `${value} times`),
  scope: (value) => ({ others: "everywhere else", global: "everywhere" })[String(value)] ?? "",
  sessions: (value) => (Number(value) > 1 ? `${value} sessions ended` : ""),
  friendly_name: String,
  factor_type: (value) => (value === "phone" ? "telephone" : ""),
  kind: (value) => KINDS[String(value)] ?? String(value),
  provider: () => "",
  format: (value) => String(value).toUpperCase(),
  rows: (value) => (value === 1 ? "1 row" : `${value} rows`),
  outcome: (value) => (value === "finished" ? "" : String(value)),
};

const KINDS: Record<string, string> = {
  password: "passwords",
  letter: "codes by email",
  code: "codes",
  factor: "codes",
};

const METHODS: Record<string, string> = {
  password: "with the password",
  letter: "with the email",
  recovery: "with the email",
  otp: "with the email",
  "password-change": "where the present password was asked for",
};

/** Where an event of the audit log came from and what else is known of it. */
export function formatAuditContext(
  { event, address, userAgent, details }: AuditEntry,
  linkedSignIn: Pick<LinkedSignInWords, "method">,
): string {
  const known = Object.entries(details).map(([name, value]) => {
    if (event === "subscriber-removed" && name === "count") return value === 1 ? "" : `${value} subscribers`;
    if (name === "method" && value === "oauth") return linkedSignIn.method;
    return DETAILS[name]?.(value) ?? `${name.replaceAll("_", " ")}: ${value}`;
  });
  return [address, userAgent && browserName(userAgent), ...known].filter(Boolean).join(" · ");
}
