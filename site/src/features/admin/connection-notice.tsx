import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { useSyncExternalStore } from "react";

/** Says that the browser has no connection, for as long as it has none. The region is there before its words. */
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
