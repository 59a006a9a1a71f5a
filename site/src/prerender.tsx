import type { PageData, ScreenName } from "@porchlight/protocol/content.ts";
import type { BuiltSite, CreateSiteRenderer } from "@porchlight/protocol/render.ts";
import { renderToString } from "react-dom/server";
import { App } from "./app/app.tsx";
import { documentOf } from "./app/document.ts";
import { headOf } from "./app/head.ts";
import * as About from "./app/pages/about.tsx";
import * as Accessibility from "./app/pages/accessibility.tsx";
import * as Admin from "./app/pages/admin.tsx";
import * as Home from "./app/pages/home.tsx";
import * as Music from "./app/pages/music.tsx";
import * as NotFound from "./app/pages/not-found.tsx";
import * as Privacy from "./app/pages/privacy.tsx";
import * as Shop from "./app/pages/shop.tsx";
import * as Terms from "./app/pages/terms.tsx";
import { type PageModule, viewOf } from "./app/screens.tsx";
import "./ui/styles.css";

const pages: Record<ScreenName, PageModule> = {
  home: Home,
  about: About,
  music: Music,
  shop: Shop,
  privacy: Privacy,
  terms: Terms,
  accessibility: Accessibility,
  admin: Admin,
  "not-found": NotFound,
};

/** Draws pages on the gateway. Without a built site the sources come through Vite. */
export const createSiteRenderer: CreateSiteRenderer = (built?: BuiltSite) => ({
  headOf,
  renderPage(page: PageData) {
    const body = renderToString(<App site={page.site} first={viewOf(pages[page.content.screen], page)} />);
    return documentOf(page, body, built);
  },
});
