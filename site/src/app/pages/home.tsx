import { useRef, useState } from "react";
import { Hero } from "../../features/hero/hero.tsx";
import { SocialRow } from "../../ui/social-row.tsx";
import { useInView } from "../../ui/use-in-view.ts";
import { Chunk } from "../chunk.tsx";
import { elsewhere } from "../layout/words.ts";
import { preloadLikely } from "../preload.ts";
import type { PageProps } from "../screens.tsx";
import { FrontProduct } from "./front-product.tsx";
import { FrontRelease } from "./front-release.tsx";
import { FrontShows } from "./front-shows.tsx";
import * as words from "./words.ts";
import "./home.css";
import "./front.css";

const loadEmailDialog = () => import("../../features/newsletter/email-dialog.tsx");
// A failure shows when the visitor opens the dialog.
const fetchEmailDialog = () => void loadEmailDialog().catch(() => {});

/** The front page: the hero with the artist's name, the introduction, the next shows, the newest release and one product. */
export default function Home({ site, content }: PageProps<"home">) {
  const welcome = useRef<HTMLDivElement>(null);
  const [isJoining, setJoining] = useState(false);
  // The introduction has a link to About.
  useInView(welcome, () => preloadLikely("about", site));
  const join = useRef<HTMLButtonElement>(null);
  const closePanel = () => {
    setJoining(false);
    // The dialog itself returns the focus. Its placeholder does not.
    join.current?.focus();
  };
  return (
    <>
      <Hero site={site} pictures={content.hero}>
        <SocialRow links={site.social} label={elsewhere(site.name)}>
          <li>
            <button
              ref={join}
              type="button"
              aria-haspopup="dialog"
              onPointerEnter={fetchEmailDialog}
              onFocus={fetchEmailDialog}
              onClick={() => setJoining(!isJoining)}
            >
              <svg viewBox="0 0 24 24" width="24" aria-hidden="true">
                <path d="M2 5h20v14H2zl10 8 10-8" />
              </svg>
              <span className="visually-hidden">{words.joinList}</span>
            </button>
          </li>
        </SocialRow>
      </Hero>
      {isJoining && (
        <Chunk load={loadEmailDialog} onClose={closePanel} waiting={<div className="progress" data-loading="true" />}>
          {({ EmailDialog }) => (
            <EmailDialog artist={site.name} picture={content.hero[0]} onClose={() => setJoining(false)} />
          )}
        </Chunk>
      )}
      <section className="welcome">
        <div className="welcome-bill" ref={welcome} data-fade>
          <p className="welcome-words">{content.introduction}</p>
          <a className="arrow-link" href="/about">
            {words.readStory}
          </a>
        </div>
        {content.shows && <FrontShows shows={content.shows} />}
        {content.release && <FrontRelease release={content.release} artist={site.name} />}
        {content.product && <FrontProduct product={content.product} />}
      </section>
    </>
  );
}
