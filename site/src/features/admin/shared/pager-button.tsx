/** A button that is `aria-disabled` at the end of a list, so that it keeps the focus. */
export function PagerButton({ isOpen, onClick, children }: { isOpen: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      className="dashboard-button"
      aria-disabled={isOpen ? undefined : true}
      onClick={() => isOpen && onClick()}
    >
      {children}
    </button>
  );
}
