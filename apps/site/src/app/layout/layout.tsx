import type { ScreenName, Site } from "@porchlight/protocol/content.ts";
import type { ReactNode } from "react";
import { Background } from "./background.tsx";
import { Footer } from "./footer.tsx";
import { Navigation } from "./navigation.tsx";
import { NowPlaying } from "./now-playing.tsx";
import "./layout.css";

/** What surrounds a screen. Source: docs/product.md §2, layout rules. */
export function Layout(props: { site: Site; current: ScreenName; isWaiting: boolean; children: ReactNode }) {
  const { site, current, isWaiting, children } = props;
  const isHome = current === "home";
  // The owner's desk stands alone.
  const isAdmin = current === "admin";
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      {!isHome && !isAdmin && site.background && <Background picture={site.background} />}
      {!isAdmin && <Navigation site={site} current={current} />}
      <main id="main" tabIndex={-1} data-screen={current}>
        {children}
      </main>
      {/* Drawn under a screen that is still on its way, it would be pushed down when the screen comes. */}
      {!isHome && !isAdmin && !isWaiting && <Footer site={site} current={current} />}
      <NowPlaying current={current} />
    </>
  );
}
