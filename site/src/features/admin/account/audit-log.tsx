import type { AuditEntry } from "@porchlight/protocol/admin.ts";
import type { LinkedSignInWords } from "@porchlight/protocol/admin-messages.ts";
import { ADMIN_MESSAGES, auditWords, LINKED_SIGN_IN_WORDS } from "@porchlight/protocol/admin-messages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { fetchAuditLog } from "../../../api/admin.ts";
import { useOwnerAuth } from "../shared/auth-context.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { LoadState } from "../shared/load-note.tsx";
import { Moment } from "../shared/moment.tsx";
import { Section } from "../shared/section.tsx";
import type { AdminSession } from "../shared/session.ts";
import { browserName } from "./browser-name.ts";
import { ACCOUNT_KEYS } from "./queries.ts";
import * as words from "./words.ts";

/** Security events, the latest first. */
export function AuditLog({ session }: { session: AdminSession }) {
  const { linkedSignIn = "google" } = useOwnerAuth() ?? {};
  const eventNames = auditWords(linkedSignIn);
  const log = useInfiniteQuery({
    queryKey: ACCOUNT_KEYS.auditLog,
    queryFn: async ({ pageParam }) => fetchAuditLog(await session.accessToken(), pageParam),
    // The first page starts at the newest entry.
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];

  return (
    <Section id="audit-heading" title={words.auditLog}>
      <LoadState
        query={entries.length > 0 ? { ...log, refetch: log.fetchNextPage } : log}
        failed={ADMIN_MESSAGES.loadFailed}
        missing={ADMIN_MESSAGES.storedAtProvider}
      />
      {log.isSuccess && entries.length === 0 && <p className="account-none">{words.noEvent}</p>}
      {entries.length > 0 && (
        <ol className="audit" aria-busy={log.isFetchingNextPage}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Moment iso={entry.at} />
              <strong>{eventNames[entry.event] ?? entry.event}</strong>
              <span>{formatAuditContext(entry, LINKED_SIGN_IN_WORDS[linkedSignIn])}</span>
            </li>
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <DashboardButton isDisabled={log.isFetchingNextPage} onClick={log.fetchNextPage}>
          {log.isFetchingNextPage ? ADMIN_MESSAGES.loading : words.earlierEvents}
        </DashboardButton>
      )}
    </Section>
  );
}

type Detail = AuditEntry["details"][string];

/** Formats the details of an audit log entry; an empty text hides a detail. */
const DETAILS: Record<string, (value: Detail) => string> = {
  method: (value) => words.methods[String(value)] ?? words.byMethod(String(value)),
  count: (value) => (value === 1 ? "" : words.times(Number(value))),
  scope: (value) => words.scopes[String(value)] ?? "",
  sessions: (value) => (Number(value) > 1 ? words.sessionsEnded(Number(value)) : ""),
  friendly_name: String,
  factor_type: (value) => (value === "phone" ? words.phone : ""),
  kind: (value) => words.codeKinds[String(value)] ?? String(value),
  provider: () => "",
  order: (value) => `#${value}`,
  format: (value) => String(value).toUpperCase(),
  rows: (value) => words.rows(Number(value)),
  outcome: (value) => (value === "finished" ? "" : String(value)),
};

/** Formats the client and the details of an audit log entry. */
function formatAuditContext(
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
