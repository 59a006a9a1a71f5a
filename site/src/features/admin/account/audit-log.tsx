import { ADMIN_MESSAGES, auditWords, LINKED_SIGN_IN_WORDS } from "@porchlight/protocol/admin-messages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { isMissing } from "../../../api/access.ts";
import { fetchAuditLog } from "../../../api/admin.ts";
import { useOwnerAuth } from "../shared/auth-context.ts";
import { LoadNote } from "../shared/load-note.tsx";
import { Moment } from "../shared/moment.tsx";
import type { AdminSession } from "../shared/session.ts";
import { formatAuditContext } from "./audit-context.ts";
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
    <section aria-labelledby="audit-heading">
      <h2 id="audit-heading">{words.auditLog}</h2>
      {log.isPending && <p className="dashboard-note">{ADMIN_MESSAGES.loading}</p>}
      {isMissing(log.error) && <p className="dashboard-note">{ADMIN_MESSAGES.storedAtProvider}</p>}
      {log.isError && !isMissing(log.error) && (
        <LoadNote onRetry={entries.length > 0 ? log.fetchNextPage : log.refetch}>{ADMIN_MESSAGES.loadFailed}</LoadNote>
      )}
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
        <button
          type="button"
          className="dashboard-button"
          aria-disabled={log.isFetchingNextPage}
          onClick={() => !log.isFetchingNextPage && log.fetchNextPage()}
        >
          {log.isFetchingNextPage ? ADMIN_MESSAGES.loading : words.earlierEvents}
        </button>
      )}
    </section>
  );
}
