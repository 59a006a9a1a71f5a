import type { ScreenName, Site } from "@porchlight/protocol/content.ts";
import type { ReactNode } from "react";
import { Background } from "./background.tsx";
import { Navigation } from "./navigation.tsx";
import { NowPlaying } from "./now-playing.tsx";
import "./layout.css";

/**
 * What surrounds a screen. Source: docs/product.md §2, layout rules.
 *
 * @param footer what stands under the screen; nothing under Home, the owner's desk and a screen that is on its way
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
      {footer}
      <NowPlaying current={current} />
    </>
  );
}
