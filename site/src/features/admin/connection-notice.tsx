import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { useOnline } from "./shared/use-online.ts";

/** Shows a notice while the browser is offline. The region is always there, so that screen readers announce it. */
export function ConnectionNotice() {
  const isOnline = useOnline();
  return (
    <div className="dashboard-connection" role="status">
      {!isOnline && <p>{ADMIN_MESSAGES.connectionLost}</p>}
    </div>
  );
}
