import type { AuditEntry } from "@porchlight/protocol/admin.ts";
import type { LinkedSignInWords } from "@porchlight/protocol/admin-messages.ts";
import { browserName } from "./browser-name.ts";
import * as words from "./words.ts";

type Detail = AuditEntry["details"][string];

/** Formats the details of an audit log entry; an empty text hides one. */
const DETAILS: Record<string, (value: Detail) => string> = {
  method: (value) => words.methods[String(value)] ?? words.byMethod(String(value)),
  count: (value) => (value === 1 ? "" : words.times(Number(value))),
  scope: (value) => words.scopes[String(value)] ?? "",
  sessions: (value) => (Number(value) > 1 ? words.sessionsEnded(Number(value)) : ""),
  friendly_name: String,
  factor_type: (value) => (value === "phone" ? words.phone : ""),
  kind: (value) => words.codeKinds[String(value)] ?? String(value),
  provider: () => "",
  format: (value) => String(value).toUpperCase(),
  rows: (value) => words.rows(Number(value)),
  outcome: (value) => (value === "finished" ? "" : String(value)),
};

/** Formats the client and the details of an audit log entry. */
export function formatAuditContext(
  { event, address, userAgent, details }: AuditEntry,
  linkedSignIn: Pick<LinkedSignInWords, "method">,
): string {
  const known = Object.entries(details).map(([name, value]) => {
    if (event === "subscriber-removed" && name === "count") return value === 1 ? "" : words.subscribers(Number(value));
    if (name === "method" && value === "oauth") return linkedSignIn.method;
    return DETAILS[name]?.(value) ?? `${name.replaceAll("_", " ")}: ${value}`;
  });
  return [address, userAgent && browserName(userAgent), ...known].filter(Boolean).join(" · ");
}
