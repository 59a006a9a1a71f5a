import type { PageData, ScreenName } from "@porchlight/protocol/content.ts";
import type { BuiltSite, CreateSiteRenderer, Look } from "@porchlight/protocol/render.ts";
import { renderToString } from "react-dom/server";
import { App } from "./app/app.tsx";
import { createDocument } from "./app/document.ts";
import { createHead } from "./app/head.ts";
import * as About from "./app/pages/about.tsx";
import * as Admin from "./app/pages/admin.tsx";
import * as Home from "./app/pages/home.tsx";
import * as Legal from "./app/pages/legal.tsx";
import * as Music from "./app/pages/music.tsx";
import * as NotFound from "./app/pages/not-found.tsx";
import * as Press from "./app/pages/press.tsx";
import * as Shop from "./app/pages/shop.tsx";
import * as Shows from "./app/pages/shows.tsx";
import { createView, type PageModule } from "./app/screens.tsx";
import "./ui/styles.css";

const pages: Record<ScreenName, PageModule> = {
  home: Home,
  about: About,
  music: Music,
  shows: Shows,
  shop: Shop,
  press: Press,
  privacy: Legal,
  terms: Legal,
  accessibility: Legal,
  admin: Admin,
  "not-found": NotFound,
};

/** Renders pages on the gateway. Without a built site, the page loads its sources from Vite. */
export const createSiteRenderer: CreateSiteRenderer = (built?: BuiltSite) => ({
  createHead,
  renderPage(page: PageData, look: Look) {
    const body = renderToString(<App site={page.site} first={createView(pages[page.content.screen], page)} />);
    return createDocument(page, look, body, built);
  },
});
