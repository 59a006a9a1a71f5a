import { useState } from "react";
import { Alert } from "../ui/alert.tsx";
import { ChunkLoadError } from "./load-chunk.ts";
import * as words from "./words.ts";

/** Timeout of the check whether the site responds, in milliseconds. */
const CHECK_MS = 10_000;

/**
 * Replaces a screen, or a part of one, that did not load.
 *
 * A retry that fails reloads the whole page: after an update the old chunk no longer exists, and some browsers never
 * load a module again that failed once. If a chunk took too long, the button reloads the page at once, because a retry
 * would only join the request that is still running. If the site does not respond, the page is not reloaded: that would
 * show a blank page and stop the music.
 *
 * @param onClose closes a part that is a dialog; absent for a screen
 */
export function ScreenFailed(props: { reason: Error; onClose?: (() => void) | undefined; retry: () => Promise<void> }) {
  const { reason, onClose, retry } = props;
  const [attempt, setAttempt] = useState<"none" | "running" | "failed">("none");

  const tryAgain = async () => {
    if (attempt === "running") return;
    setAttempt("running");
    try {
      if (reason instanceof ChunkLoadError && reason.isLate) throw reason;
      await retry();
      setAttempt("none");
    } catch {
      if (await canReload()) location.reload();
      else setAttempt("failed");
    }
  };

  return (
    <section className="screen-failed">
      {onClose ? <h2>{words.partFailed}</h2> : <h1 tabIndex={-1}>{words.screenFailed}</h1>}
      <Alert type="error">{attempt === "failed" ? words.noConnection : words.notFetched}</Alert>
      {/* While busy, the button is not disabled, so that it does not lose the focus. */}
      <button type="button" className="button" aria-disabled={attempt === "running"} onClick={tryAgain}>
        {words.tryAgain}
      </button>
      {onClose && (
        <button type="button" className="button button-quiet" onClick={onClose}>
          {words.close}
        </button>
      )}
    </section>
  );
}

function canReload(): Promise<boolean> {
  const signal = AbortSignal.timeout(CHECK_MS);
  return fetch(location.pathname, { method: "HEAD", cache: "no-store", signal }).then(
    ({ status }) => status < 500,
    () => false,
  );
}
