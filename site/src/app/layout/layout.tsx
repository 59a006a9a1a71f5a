import type { Picture as PictureContent, ScreenName, Site } from "@porchlight/protocol/content.ts";
import { SKIP_TO_CONTENT } from "@porchlight/protocol/page-words.ts";
import type { ReactNode } from "react";
import { Picture } from "../../ui/picture.tsx";
import { Navigation } from "./navigation.tsx";
import { NowPlaying } from "./now-playing.tsx";
import "./layout.css";

/**
 * At most half of the displayed width: a dark gradient covers the picture and hides the difference. On a phone, a
 * picture of the full width would have four times the bytes.
 */
const BACKGROUND_SIZES = "(max-aspect-ratio: 3/2) 60vh, 50vw";

/**
 * The frame of a screen. Source: docs/product.md §2, Routes and Layout.
 *
 * @param footer set once the screen has loaded, or failed to load; Home and the dashboard never show it
 */
export function Layout(props: { site: Site; current: ScreenName; footer: ReactNode; children: ReactNode }) {
  const { site, current, footer, children } = props;
  const isHome = current === "home";
  const isAdmin = current === "admin";
  return (
    <>
      <a className="skip-link" href="#main">
        {SKIP_TO_CONTENT}
      </a>
      {!isHome && !isAdmin && <Background picture={site.background} />}
      {!isAdmin && <Navigation site={site} current={current} />}
      <main id="main" tabIndex={-1} data-screen={current}>
        {children}
      </main>
      {!isHome && !isAdmin && footer}
      <NowPlaying current={current} />
    </>
  );
}

/**
 * What is behind the text of every screen except Home and the dashboard: a picture, or else a sky. It fills the window.
 * The gateway adds the styles that depend on the picture: gateway/src/media/pictures/shade.ts.
 */
function Background({ picture }: { picture: PictureContent | undefined }) {
  return (
    <div className="background" data-focus={picture?.focus} aria-hidden="true">
      {picture && <Picture picture={picture} sizes={BACKGROUND_SIZES} priority="low" />}
    </div>
  );
}
