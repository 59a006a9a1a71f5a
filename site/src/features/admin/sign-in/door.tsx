import type { Site } from "@porchlight/protocol/content.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { ArtistName } from "../../../ui/artist-name.tsx";
import { type Notice, PassingNotice } from "../shared/notices.tsx";
import "./door.css";

/**
 * The frame of every step before the dashboard: the artist's name as on a poster, and a door under a lamp.
 *
 * @param title heading of the step; it gets the focus, unless the page opened with this step
 */
export function Door(props: {
  site: Site;
  title: string;
  prompt: ReactNode;
  notice?: Notice | undefined;
  /** Whether the page opened with this step. */
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
        <a href="/">
          <ArtistName site={site} />
        </a>
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
