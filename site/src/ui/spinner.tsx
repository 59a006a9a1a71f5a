/** A light that moves along a line, above a text. The stylesheet hides it without script, since nothing loads then. */
export function Spinner({ children }: { children: string }) {
  return (
    <p className="spinner" role="status">
      {children}
    </p>
  );
}
