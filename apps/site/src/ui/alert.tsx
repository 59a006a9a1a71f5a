import { ALERT_MS } from "@porchlight/protocol/limits.ts";
import { type ReactNode, useEffect } from "react";
import "./alert.css";

/** Tone of an alert. */
export type AlertType = "success" | "warning" | "error" | "info";

/**
 * A message that screen readers speak as soon as it appears: at once for errors, otherwise when they have finished.
 *
 * @param onExpire called after five seconds, for a message that clears itself; it has to stay the same function
 */
export function Alert(props: { type?: AlertType; id?: string; onExpire?: () => void; children: ReactNode }) {
  const { type = "info", id, onExpire, children } = props;

  useEffect(() => {
    if (!onExpire) return;
    const timer = setTimeout(onExpire, ALERT_MS);
    return () => clearTimeout(timer);
  }, [onExpire]);

  return (
    <p id={id} className={`alert alert-${type}`} role={type === "error" ? "alert" : "status"}>
      {children}
    </p>
  );
}
