import type { ScreenName, Site } from "@porchlight/protocol/content.ts";
import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { NEWSLETTERS_PATH } from "@porchlight/protocol/newsletters.ts";
import { FooterSignup } from "../../features/newsletter/footer-signup.tsx";
import { wordSize } from "../../lib/word-size.ts";
import { ArtistName } from "../../ui/artist-name.tsx";
import { SocialRow } from "../../ui/social-row.tsx";
import * as words from "./words.ts";
import "./footer.css";

/** The footer of every screen except Home. */
export function Footer({ site, current }: { site: Site; current: ScreenName }) {
  return (
    <footer className="footer">
      <div className="footer-inner">
        <div className="footer-name">
          <p className="footer-title" data-word={wordSize(site.name)}>
            <ArtistName site={site} />
          </p>
          <p>{site.tagline}</p>
          <SocialRow links={site.social} label={words.elsewhere(site.name)} />
        </div>
        <section className="footer-signup" aria-labelledby="stay-connected">
          <h2 id="stay-connected">{words.stayConnected}</h2>
          <FooterSignup artist={site.name} contactUrl={site.contactUrl} current={current} />
          {site.hasNewsletters && (
            <p className="footer-past">
              <a href={NEWSLETTERS_PATH}>{words.pastNewsletters}</a>
            </p>
          )}
        </section>
      </div>
      <div className="footer-base">
        <p>
          © {site.year} {site.name}
        </p>
        <ul aria-label={words.legal}>
          {words.legalPages.map(([screen, label]) => (
            <li key={screen}>
              <a href={SCREEN_PATHS[screen]} aria-current={current === screen ? "page" : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
