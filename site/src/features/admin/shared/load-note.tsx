import { tryAgain } from "./words.ts";

/** An error message of a failed load, with a button to retry. */
export function LoadNote({ onRetry, children }: { onRetry: () => void; children: string }) {
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

/** Moves the focus to the section, since the note goes during the retry. */
function focusPartAround(button: HTMLElement): void {
  const part = button.closest<HTMLElement>("section, [role=tabpanel]");
  if (part && !part.hasAttribute("tabindex")) part.tabIndex = -1;
  part?.focus({ preventScroll: true });
}
