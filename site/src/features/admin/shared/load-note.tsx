import { tryAgain } from "./words.ts";

/** A sentence about what could not be loaded, and another try. */
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

/** The note goes while it is tried again, and the focus must not go with it. */
function focusPartAround(button: HTMLElement): void {
  const part = button.closest<HTMLElement>("section, [role=tabpanel]");
  if (part && !part.hasAttribute("tabindex")) part.tabIndex = -1;
  part?.focus({ preventScroll: true });
}
