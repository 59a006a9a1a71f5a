import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { useSyncExternalStore } from "react";

/** Shows a notice while the browser is offline. The region is always there, so that screen readers announce it. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div className="dashboard-connection" role="status">
      {!isOnline && <p>{ADMIN_MESSAGES.connectionLost}</p>}
    </div>
  );
}

function subscribe(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}
