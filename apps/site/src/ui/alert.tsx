import type { ReactNode } from "react";
import "./alert.css";

/** Tone of an alert. */
export type AlertType = "success" | "warning" | "error" | "info";

/** A message that screen readers speak as soon as it appears: at once for errors, otherwise when they have finished. */
export function Alert({ type = "info", id, children }: { type?: AlertType; id?: string; children: ReactNode }) {
  return (
    <p id={id} className={`alert alert-${type}`} role={type === "error" ? "alert" : "status"}>
      {children}
    </p>
  );
}
