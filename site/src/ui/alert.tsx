import { ALERT_MS } from "@porchlight/protocol/limits.ts";
import { type ReactNode, useEffect, useRef } from "react";

export type AlertType = "success" | "warning" | "error" | "info";

/**
 * A message that screen readers speak when it appears: errors at once, others after the current sentence.
 *
 * @param isInRegion whether its parent has the role `status` and was rendered before it: every screen reader speaks it
 *   only then. An error needs no region.
 * @param onExpire called after five seconds, or later while the focus is in the message; it has to stay the same function
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
    <p ref={message} id={id} className={`alert alert-${type}`} role={chooseRole(type, isInRegion)}>
      {children}
    </p>
  );
}

function chooseRole(type: AlertType, isInRegion: boolean): "alert" | "status" | undefined {
  if (type === "error") return "alert";
  return isInRegion ? undefined : "status";
}
