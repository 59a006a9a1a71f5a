import type { SocialLink } from "@porchlight/protocol/content.ts";
import { PlatformIcon } from "./icon.tsx";
import "./social-row.css";

/** The artist's platforms as a row of round buttons, each opening in a new tab. */
export function SocialRow({ links, label }: { links: SocialLink[]; label: string }) {
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
    </ul>
  );
}
