import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { useRef, useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { NewPasswordForm } from "../shared/new-password-form.tsx";
import { type Notice, NoticeRegion } from "../shared/notices.tsx";
import { useReload } from "../shared/queries.ts";
import { Section } from "../shared/section.tsx";
import type { AdminSession } from "../shared/session.ts";
import { ACCOUNT_KEYS } from "./queries.ts";
import * as words from "./words.ts";

/** Changes the owner's password, which ends every other session. */
export function ChangePassword({ auth, session }: { auth: OwnerAuth; session: AdminSession }) {
  const [notice, setNotice] = useState<Notice>();
  const reload = useReload();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Section id="password-heading" title={words.password} heading={heading}>
      <p className="dashboard-note">{words.passwordNote}</p>
      <NewPasswordForm
        auth={auth}
        button={words.changePassword}
        className="account-form"
        needsCurrent
        onRejected={session.onRejected}
        onDone={() => {
          setNotice({ type: "success", text: ADMIN_MESSAGES.passwordChanged });
          // The form is empty again, so the focus returns to the heading.
          heading.current?.focus();
          reload(ACCOUNT_KEYS.sessions, ACCOUNT_KEYS.auditLog);
        }}
      />
      <NoticeRegion notice={notice} />
    </Section>
  );
}
