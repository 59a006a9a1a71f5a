import type { ScreenName, Site } from "@porchlight/protocol/content.ts";
import type { ReactNode } from "react";
import { Background } from "./background.tsx";
import { Footer } from "./footer.tsx";
import { Navigation } from "./navigation.tsx";
import "./layout.css";

/** What surrounds a screen. Source: docs/product.md §2, layout rules. */
export function Layout({ site, current, children }: { site: Site; current: ScreenName; children: ReactNode }) {
  const isHome = current === "home";
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      {!isHome && site.background && <Background picture={site.background} />}
      <Navigation site={site} current={current} />
      <main id="main" tabIndex={-1} data-screen={current}>
        {children}
      </main>
      {!isHome && <Footer site={site} current={current} />}
    </>
  );
}
