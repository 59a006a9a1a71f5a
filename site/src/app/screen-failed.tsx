import { useState } from "react";
import { Alert } from "../ui/alert.tsx";
import { ChunkLoadError } from "./load-chunk.ts";

/** Heading of the panel, and the page's title while it stands. */
export const FAILED_TITLE = "This page did not load";

/** How long the site may take to show that it answers, in milliseconds. */
const ANSWER_MS = 10_000;

/**
 * Stands where a screen should be that did not load, or a part of one.
 * A second failure to fetch it loads the whole page anew where the site answers: after an update the old chunk is gone
 * for good, and some browsers never ask again for a module that failed once. So does a chunk that took too long: asked
 * for again, it would join the request that is still waiting. Without an answer a new page would be none at all, and the
 * music would stop.
 *
 * @param onClose closes a part that was asked for, a window. The screen itself stands there
 */
export function ScreenFailed(props: { reason: Error; onClose?: (() => void) | undefined; retry: () => Promise<void> }) {
  const { reason, onClose, retry } = props;
  const [attempt, setAttempt] = useState<"none" | "running" | "unanswered">("none");

  const tryAgain = async () => {
    if (attempt === "running") return;
    setAttempt("running");
    try {
      if (reason instanceof ChunkLoadError && reason.isLate) throw reason;
      await retry();
      setAttempt("none");
    } catch {
      if (await canReload()) location.reload();
      else setAttempt("unanswered");
    }
  };

  return (
    <section className="screen-failed">
      {onClose ? <h2>This did not load</h2> : <h1 tabIndex={-1}>{FAILED_TITLE}</h1>}
      <Alert type="error">
        {attempt === "unanswered"
          ? "There is still no connection to the site. Please try again in a while."
          : "Part of it could not be fetched. Check your connection, then try again."}
      </Alert>
      {/* Not disabled: the focus stays where it is. */}
      <button type="button" className="button" aria-disabled={attempt === "running"} onClick={tryAgain}>
        Try Again
      </button>
      {onClose && (
        <button type="button" className="button button-quiet" onClick={onClose}>
          Close
        </button>
      )}
    </section>
  );
}

function canReload(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  return fetch(location.pathname, { method: "HEAD", cache: "no-store", signal }).then(
    ({ status }) => status < 500,
    () => false,
  );
}
