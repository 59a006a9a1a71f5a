/** Disabled by `aria-disabled`, so that the button stays in place and holds the focus at the end of a list. */
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
