import type { ScreenName, Site } from "@porchlight/protocol/content.ts";
import type { ReactNode } from "react";
import { Background } from "./background.tsx";
import { Navigation } from "./navigation.tsx";
import { NowPlaying } from "./now-playing.tsx";
import "./layout.css";

/**
 * What surrounds a screen. Source: docs/product.md §2, Routes and Layout.
 *
 * @param footer what stands under the screen, once there is one; never under Home and the owner's desk, even where they
 *   could not be loaded
 */
export function Layout(props: { site: Site; current: ScreenName; footer: ReactNode; children: ReactNode }) {
  const { site, current, footer, children } = props;
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
      {!isHome && !isAdmin && footer}
      <NowPlaying current={current} />
    </>
  );
}
