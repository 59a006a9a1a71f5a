import "./spinner.css";

/** Says that something is on its way. Without script nothing is, so it is not shown there. */
export function Spinner({ children }: { children: string }) {
  return (
    <p className="spinner" role="status">
      {children}
    </p>
  );
}
