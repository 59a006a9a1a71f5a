import { useState } from "react";
import { Alert } from "../ui/alert.tsx";

/**
 * Stands where a screen should be that did not load.
 * A second failure loads the whole page anew: after an update of the site the old chunk is gone for good, and some
 * browsers never ask again for a module that failed once.
 */
export function ScreenFailed({ retry }: { retry: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <section className="screen-failed">
      <h1 tabIndex={-1}>This page did not load</h1>
      <Alert type="error">Part of it could not be fetched. Check your connection, then try again.</Alert>
      <button
        type="button"
        className="button"
        disabled={isBusy}
        onClick={() => {
          setBusy(true);
          retry().catch(() => location.reload());
        }}
      >
        Try Again
      </button>
    </section>
  );
}
