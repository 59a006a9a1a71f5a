import type { SocialLink } from "@porchlight/protocol/content.ts";
import type { ReactNode } from "react";
import { PlatformIcon } from "./icon.tsx";
import "./social-row.css";

/**
 * The artist's platforms in a row, each opening in a new tab.
 *
 * @param children items of the list after them
 */
export function SocialRow(props: { links: SocialLink[]; label: string; children?: ReactNode }) {
  const { links, label, children } = props;
  return (
    <ul className="social-row" aria-label={label}>
      {links.map((link) => (
        <li key={link.platform}>
          <a href={link.url} target="_blank" rel="noopener">
            <PlatformIcon platform={link.platform} />
            <span className="visually-hidden">{link.label} (opens in a new tab)</span>
          </a>
        </li>
      ))}
      {children}
    </ul>
  );
}
