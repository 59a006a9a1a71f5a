/** A sentence about what could not be loaded, and another try. */
export function LoadNote({ onRetry, children }: { onRetry: () => void; children: string }) {
  return (
    <div className="load-note" role="alert">
      <p>{children}</p>
      <button type="button" className="desk-button" onClick={() => onRetry()}>
        Try Again
      </button>
    </div>
  );
}
