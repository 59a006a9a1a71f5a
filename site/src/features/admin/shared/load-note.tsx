import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { isMissing } from "../../../api/access.ts";
import { tryAgain } from "./words.ts";

/**
 * Shows that a part of the dashboard is loading, or why it could not load.
 *
 * @param missing note instead of the error if the gateway does not have the data
 * @param className added while it is loading
 */
export function LoadState(props: {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown };
  failed: string;
  missing?: string;
  className?: string;
}) {
  const { query, failed, missing, className = "" } = props;
  if (query.isPending) return <p className={`${className} dashboard-note`.trimStart()}>{ADMIN_MESSAGES.loading}</p>;
  if (!query.error) return null;
  if (missing && isMissing(query.error)) return <p className="dashboard-note">{missing}</p>;
  return <LoadNote onRetry={query.refetch}>{failed}</LoadNote>;
}

/** An error message of a failed load, with a button to retry. */
export function LoadNote({ onRetry, children }: { onRetry: () => unknown; children: string }) {
  return (
    <div className="load-note" role="alert">
      <p>{children}</p>
      <button
        type="button"
        className="dashboard-button"
        onClick={({ currentTarget }) => {
          focusPartAround(currentTarget);
          onRetry();
        }}
      >
        {tryAgain}
      </button>
    </div>
  );
}

/** Moves the focus to the section, because the note disappears during the retry. */
function focusPartAround(button: HTMLElement): void {
  const part = button.closest<HTMLElement>("section, [role=tabpanel]");
  if (part && !part.hasAttribute("tabindex")) part.tabIndex = -1;
  part?.focus({ preventScroll: true });
}
