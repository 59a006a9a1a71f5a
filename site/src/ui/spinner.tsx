import "./spinner.css";

/** Without script nothing loads, so the stylesheet hides it there. */
export function Spinner({ children }: { children: string }) {
  return (
    <p className="spinner" role="status">
      {children}
    </p>
  );
}
