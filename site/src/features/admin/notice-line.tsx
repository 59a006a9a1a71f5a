import { useCallback, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import type { Notice } from "./steps.ts";

/** What has just happened; all but errors clear themselves. @param isInRegion as {@link Alert} has it */
export function PassingNotice({ notice, isInRegion = false }: { notice: Notice; isInRegion?: boolean }) {
  const [expired, setExpired] = useState<Notice>();
  const expire = useCallback(() => setExpired(notice), [notice]);
  if (expired === notice) return null;
  return (
    <Alert type={notice.type} isInRegion={isInRegion} {...(notice.type !== "error" && { onExpire: expire })}>
      {notice.text}
    </Alert>
  );
}

/** The same above the dashboard. */
export function NoticeLine({ notice }: { notice: Notice }) {
  return (
    <div className="desk-notice">
      <PassingNotice notice={notice} />
    </div>
  );
}
