import { useState } from "react";
import { Alert } from "../ui/alert.tsx";
import { ChunkLoadError } from "./load-chunk.ts";

/** Heading of the panel, and the page's title while it stands. */
export const FAILED_TITLE = "This page did not load";

/**
 * Stands where a screen should be that did not load, or a part of one.
 * A second failure to fetch it loads the whole page anew: after an update of the site the old chunk is gone for good,
 * and some browsers never ask again for a module that failed once. So does a chunk that took too long: asked for again,
 * it would join the request that is still waiting.
 *
 * @param isPart whether the screen itself stands there
 */
export function ScreenFailed(props: { reason: Error; isPart?: boolean; retry: () => Promise<void> }) {
  const { reason, isPart, retry } = props;
  const [isBusy, setBusy] = useState(false);
  return (
    <section className="screen-failed">
      {isPart ? <h2>This did not load</h2> : <h1 tabIndex={-1}>{FAILED_TITLE}</h1>}
      <Alert type="error">Part of it could not be fetched. Check your connection, then try again.</Alert>
      <button
        type="button"
        className="button"
        disabled={isBusy}
        onClick={() => {
          if (reason instanceof ChunkLoadError && reason.isLate) return location.reload();
          setBusy(true);
          retry().then(
            () => setBusy(false),
            () => location.reload(),
          );
        }}
      >
        Try Again
      </button>
    </section>
  );
}
