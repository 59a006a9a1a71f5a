import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { NewPasswordForm } from "../shared/new-password-form.tsx";
import { type Notice, NoticeRegion } from "../shared/notices.tsx";
import type { AdminSession } from "../shared/session.ts";
import { ACCOUNT_KEYS } from "./queries.ts";
import * as words from "./words.ts";

/** Changes the owner's password, which ends every other session. */
export function ChangePassword({ auth, session }: { auth: OwnerAuth; session: AdminSession }) {
  const [notice, setNotice] = useState<Notice>();
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="password-heading">
      <h2 id="password-heading" tabIndex={-1} ref={heading}>
        {words.password}
      </h2>
      <p className="dashboard-note">{words.passwordNote}</p>
      <NewPasswordForm
        auth={auth}
        button={words.changePassword}
        className="account-form"
        needsCurrent
        onRejected={session.onRejected}
        onDone={() => {
          setNotice({ type: "success", text: ADMIN_MESSAGES.passwordChanged });
          // The form is done.
          heading.current?.focus();
          queries.invalidateQueries({ queryKey: ACCOUNT_KEYS.sessions });
          queries.invalidateQueries({ queryKey: ACCOUNT_KEYS.auditLog });
        }}
      />
      <NoticeRegion notice={notice} />
    </section>
  );
}
