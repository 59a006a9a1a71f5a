import { useRef } from "react";
import { Hero } from "../../features/hero/hero.tsx";
import { SocialRow } from "../../ui/social-row.tsx";
import { useInView } from "../../ui/use-in-view.ts";
import type { PageProps } from "../screens.tsx";
import "./home.css";

/** The front of the site: a poster with the name on it, and below the fold a word of welcome. */
export default function Home({ site, content }: PageProps<"home">) {
  const welcome = useRef<HTMLElement>(null);
  useInView(welcome);
  return (
    <>
      <Hero name={site.name} subtitle={site.subtitle} pictures={content.hero}>
        <SocialRow links={site.social} label={`${site.name} elsewhere`} />
      </Hero>
      <section className="welcome" ref={welcome} data-fade>
        <p className="welcome-words">{content.introduction}</p>
        <p>
          <a className="arrow-link" href="/about">
            Read the story
          </a>
        </p>
      </section>
    </>
  );
}
