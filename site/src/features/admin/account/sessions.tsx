import type { SessionEntry } from "@porchlight/protocol/admin.ts";
import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isMissing, isSignInOver } from "../../../api/access.ts";
import { endSession, fetchSessions } from "../../../api/admin.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { useOwnerAuth } from "../shared/auth-context.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { LoadState } from "../shared/load-note.tsx";
import { Moment } from "../shared/moment.tsx";
import { type Notice, NoticeRegion } from "../shared/notices.tsx";
import { useReload } from "../shared/queries.ts";
import { Section } from "../shared/section.tsx";
import type { AdminSession } from "../shared/session.ts";
import { useFocusFallback } from "../shared/use-focus-fallback.ts";
import { browserName } from "./browser-name.ts";
import { ACCOUNT_KEYS } from "./queries.ts";
import * as words from "./words.ts";

/** What the owner has to confirm: ending one session, or all others. */
type Pending = { session: SessionEntry } | "others";

/** Lists the sessions, and ends them. */
export function Sessions({ session }: { session: AdminSession }) {
  const auth = useOwnerAuth();
  const reload = useReload();
  const [pending, setPending] = useState<Pending>();
  const [notice, setNotice] = useState<Notice>();
  const { heading, beforeRemoval } = useFocusFallback();
  const list = useQuery({
    queryKey: ACCOUNT_KEYS.sessions,
    queryFn: async () => (await fetchSessions(await session.accessToken())).sessions,
  });
  const others = list.data?.filter(({ isCurrent }) => !isCurrent) ?? [];

  async function end(work: () => Promise<void>, text: string) {
    setPending(undefined);
    try {
      await work();
      beforeRemoval();
      setNotice({ type: "success", text });
    } catch (error) {
      console.warn("A session could not be ended", error);
      setNotice({ type: "error", text: MESSAGES.unexpected });
      if (isSignInOver(error)) session.onRejected();
    }
    await reload(ACCOUNT_KEYS.sessions, ACCOUNT_KEYS.auditLog);
  }

  async function endOthers() {
    const { error } = (await auth?.client.signOut({ scope: "others" })) ?? {};
    if (error) throw error;
  }

  return (
    <Section id="sessions-heading" title={words.sessions} heading={heading}>
      <LoadState query={list} failed={ADMIN_MESSAGES.loadFailed} missing={ADMIN_MESSAGES.storedAtProvider} />
      {list.data?.length === 0 && <p>{words.noSession}</p>}
      {list.data && list.data.length > 0 && (
        <ul className="account-list">
          {list.data.map((entry) => (
            <SessionRow key={entry.id} entry={entry} onEnd={() => setPending({ session: entry })} />
          ))}
        </ul>
      )}
      {auth && (others.length > 0 || isMissing(list.error)) && (
        <DashboardButton onClick={() => setPending("others")}>{words.signOutElsewhere}</DashboardButton>
      )}
      <NoticeRegion notice={notice} />
      {pending && pending !== "others" && (
        <ConfirmDialog
          question={words.endQuestion}
          verb={words.end}
          onCancel={() => setPending(undefined)}
          onConfirm={() =>
            end(
              async () => endSession(await session.accessToken(), pending.session.id),
              ADMIN_MESSAGES.sessionEndedElsewhere,
            )
          }
        >
          <p>
            {browserName(pending.session.userAgent)}, {words.lastUsed}
            <Moment iso={pending.session.lastUsedAt} />
          </p>
        </ConfirmDialog>
      )}
      {pending === "others" && (
        <ConfirmDialog
          question={words.signOutQuestion}
          verb={words.signOut}
          onCancel={() => setPending(undefined)}
          onConfirm={() => end(endOthers, ADMIN_MESSAGES.othersEnded)}
        >
          <p>{words.signOutMeans}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function SessionRow({ entry, onEnd }: { entry: SessionEntry; onEnd: () => void }) {
  const name = browserName(entry.userAgent);
  return (
    <li>
      <p className="account-what">
        <strong>
          {name}
          {entry.isCurrent && <span className="badge">{words.thisSession}</span>}
        </strong>
        <span>
          {entry.address} · {words.lastUsed}
          <Moment iso={entry.lastUsedAt} /> · {words.signedIn}
          <Moment iso={entry.createdAt} />
          {entry.aal === "aal2" && ` · ${words.withCode}`}
        </span>
      </p>
      {!entry.isCurrent && (
        <DashboardButton label={words.endSession(name, entry.address)} onClick={onEnd}>
          {words.end}
        </DashboardButton>
      )}
    </li>
  );
}
