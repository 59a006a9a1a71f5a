import type { SocialLink } from "@porchlight/protocol/content.ts";
import type { ReactNode } from "react";
import { newTab } from "./words.ts";
import "./social-row.css";

/**
 * A row of icons that link to the artist's pages on other platforms. A plain icon has a tooltip.
 *
 * @param children further items of the list
 */
export function SocialRow(props: { links: SocialLink[]; label: string; children?: ReactNode }) {
  const { links, label, children } = props;
  return (
    <ul className="social-row" aria-label={label}>
      {links.map((link) => (
        <li key={`${link.url} ${link.label}`}>
          <a href={link.url} target="_blank" rel="noopener" title={link.isPlain && link.label}>
            <svg viewBox="0 0 240 240" width="24" height="24" aria-hidden="true">
              <path d={link.icon} fill="currentColor" />
            </svg>
            <span className="visually-hidden">
              {link.label}
              {newTab}
            </span>
          </a>
        </li>
      ))}
      {children}
    </ul>
  );
}
