import type { Site } from "@porchlight/protocol/content.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { type Notice, PassingNotice } from "../shared/notices.tsx";
import "./door.css";

/**
 * What stands around every step before the dashboard: the artist's name as on a bill, and the door under its lamp.
 *
 * @param title heading of the step; it gets the focus when the step follows another one
 */
export function Door(props: {
  site: Site;
  title: string;
  prompt: ReactNode;
  notice?: Notice | undefined;
  /** Whether this is what the page opened with; then the focus stays where it is. */
  isFirst: boolean;
  children?: ReactNode;
  footer?: ReactNode;
}) {
  const { site, title, prompt, notice, isFirst, children, footer } = props;
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isFirst) heading.current?.focus();
  }, [isFirst]);

  return (
    <div className="door">
      <p className="door-bill">
        <a href="/">{site.name}</a>
      </p>
      <div className="door-panel">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="door-prompt">{prompt}</p>
        {notice && <PassingNotice notice={notice} />}
        {children}
        {footer && <div className="door-footer">{footer}</div>}
      </div>
    </div>
  );
}
