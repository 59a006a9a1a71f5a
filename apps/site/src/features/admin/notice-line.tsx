import { useCallback, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import type { Notice } from "./steps.ts";

/** What has just happened, above the dashboard; good news clears itself. */
export function NoticeLine({ notice }: { notice: Notice }) {
  const [expired, setExpired] = useState<Notice>();
  const expire = useCallback(() => setExpired(notice), [notice]);
  if (expired === notice) return null;
  return (
    <div className="desk-notice">
      <Alert type={notice.type} {...(notice.type !== "error" && { onExpire: expire })}>
        {notice.text}
      </Alert>
    </div>
  );
}
