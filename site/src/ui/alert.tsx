import { ALERT_MS } from "@porchlight/protocol/limits.ts";
import { type ReactNode, useEffect, useRef } from "react";
import "./alert.css";

/** Tone of an alert. */
export type AlertType = "success" | "warning" | "error" | "info";

/**
 * A message that screen readers speak as soon as it appears: at once for errors, otherwise when they have finished.
 *
 * @param isInRegion whether it stands in an element with the role `status` that was there before it: only such a region
 *   is spoken by every screen reader. An error speaks for itself.
 * @param onExpire called after five seconds, for a message that clears itself, and later where the focus is in it
 *   then; it has to stay the same function
 */
export function Alert(props: {
  type?: AlertType;
  id?: string;
  isInRegion?: boolean;
  onExpire?: () => void;
  children: ReactNode;
}) {
  const { type = "info", id, isInRegion = false, onExpire, children } = props;

  const message = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (!onExpire) return;
    const timer = setInterval(() => message.current?.contains(document.activeElement) || onExpire(), ALERT_MS);
    return () => clearInterval(timer);
  }, [onExpire]);

  return (
    <p ref={message} id={id} className={`alert alert-${type}`} role={roleOf(type, isInRegion)}>
      {children}
    </p>
  );
}

function roleOf(type: AlertType, isInRegion: boolean): "alert" | "status" | undefined {
  if (type === "error") return "alert";
  return isInRegion ? undefined : "status";
}
