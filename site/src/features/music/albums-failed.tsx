import { ALBUMS_FAILED, MUSIC_MESSAGES } from "@porchlight/protocol/music-messages.ts";
import type { Failure } from "./use-albums.ts";

/** Says why no albums came, and tries again. */
export function AlbumsFailed({ failure, onTryAgain }: { failure: Failure; onTryAgain: () => void }) {
  return (
    <section className="music-panel">
      {/* One of its own for every attempt, so that it is spoken again. */}
      <div key={failure.attempt} role="alert">
        <h2>{MUSIC_MESSAGES.failedTitle}</h2>
        <p>{ALBUMS_FAILED[failure.reason]}</p>
      </div>
      <TryAgain isTrying={failure.isTrying} onTryAgain={onTryAgain} />
    </section>
  );
}

/** The same for the rest of the albums, below one that is there. */
export function RestFailed({ failure, onTryAgain }: { failure: Failure; onTryAgain: () => void }) {
  return (
    <section className="music-panel music-panel-quiet">
      <p key={failure.attempt} role="status">
        {MUSIC_MESSAGES.restFailed}
      </p>
      <TryAgain isTrying={failure.isTrying} onTryAgain={onTryAgain} />
    </section>
  );
}

/** The button keeps its place and the focus while it is busy. */
function TryAgain({ isTrying, onTryAgain }: { isTrying: boolean; onTryAgain: () => void }) {
  return (
    <>
      <button type="button" className="button button-quiet" aria-disabled={isTrying} onClick={onTryAgain}>
        {MUSIC_MESSAGES.tryAgain}
      </button>
      <span className="visually-hidden" role="status">
        {isTrying && MUSIC_MESSAGES.loading}
      </span>
    </>
  );
}
