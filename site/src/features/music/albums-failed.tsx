import { AlbumsError } from "../../api/music.ts";
import type { Failure } from "../../lib/use-fetched.ts";
import * as words from "./words.ts";

type Props = { failure: Failure; isRetrying: boolean; onTryAgain: () => void };

/** Says why no albums loaded, with a button to retry. */
export function AlbumsFailed({ failure: { error, count }, ...retry }: Props) {
  const reason = error instanceof AlbumsError ? error.reason : "UNAVAILABLE";
  return (
    <section className="music-panel">
      {/* Each attempt gets a new element, so that screen readers speak the message again. */}
      <div key={count} role="alert">
        <h2>{words.failedTitle}</h2>
        <p>{words.albumsFailed[reason]}</p>
      </div>
      <TryAgain {...retry} />
    </section>
  );
}

/** Says that the other albums did not load, below an album that is shown. */
export function RestFailed({ failure, ...retry }: Props) {
  return (
    <section className="music-panel music-panel-quiet">
      <p key={failure.count} role="status">
        {words.restFailed}
      </p>
      <TryAgain {...retry} />
    </section>
  );
}

/** While busy, the button is not disabled, so that it does not lose the focus. */
function TryAgain({ isRetrying, onTryAgain }: Omit<Props, "failure">) {
  return (
    <>
      <button type="button" className="button button-quiet" aria-disabled={isRetrying} onClick={onTryAgain}>
        {words.tryAgain}
      </button>
      <span className="visually-hidden" role="status">
        {isRetrying && words.loading}
      </span>
    </>
  );
}
