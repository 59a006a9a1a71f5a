import type { SocialLink } from "@porchlight/protocol/content.ts";
import type { ReactNode } from "react";
import "./social-row.css";

/**
 * The artist's pages elsewhere in a row of their marks, each opening in a new tab. A mark that does not say which page it
 * is shows its words to the pointer.
 *
 * @param children items of the list after them
 */
export function SocialRow(props: { links: SocialLink[]; label: string; children?: ReactNode }) {
  const { links, label, children } = props;
  return (
    <ul className="social-row" aria-label={label}>
      {links.map((link) => (
        <li key={`${link.url} ${link.label}`}>
          <a href={link.url} target="_blank" rel="noopener" title={link.isPlain && link.label}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
              <path d={link.icon} fill="currentColor" />
            </svg>
            <span className="visually-hidden">{link.label} (opens in a new tab)</span>
          </a>
        </li>
      ))}
      {children}
    </ul>
  );
}
