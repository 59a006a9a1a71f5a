import { useCallback, useState } from "react";
import { Alert } from "../../../ui/alert.tsx";

/** Reports the result of an action. */
export type Notice = { type: "success" | "info" | "error"; text: string };

/** Shows a notice. All notices except errors disappear automatically. @param isInRegion see {@link Alert} */
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

/** The region for a notice. It is always there, because screen readers announce only changes of an existing region. */
export function NoticeRegion({ notice }: { notice: Notice | undefined }) {
  return <div role="status">{notice && <PassingNotice notice={notice} isInRegion />}</div>;
}
