import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import {
  type Head,
  type PageData,
  SCREEN_PATHS,
  type ScreenContent,
  type ScreenName,
  type Site,
} from "@porchlight/protocol/content.ts";
import type { ReactElement } from "react";
import { type ContentOf, fetchScreen } from "../api/content.ts";
import { loadChunk } from "./load-chunk.ts";

/** Props of every component in `pages/`. */
export type PageProps<Name extends ScreenName> = { site: Site; content: ContentOf<Name> };

type Page<Name extends ScreenName> = (props: PageProps<Name>) => ReactElement;

/** The component of `layout/footer.tsx`. */
export type FooterComponent = (props: { site: Site; current: ScreenName }) => ReactElement;

/** A module of `pages/`. A screen with a footer exports it, so that Home, which has none, does not load it. */
export type PageModule = { default: (props: never) => ReactElement; Footer?: FooterComponent };

/** A screen that is ready to show. */
export type View = { name: ScreenName; head: Head; page: ReactElement; Footer?: FooterComponent | undefined };

const loadLegal = () => import("./pages/legal.tsx");

const chunks: { [Name in ScreenName]: () => Promise<PageModule & { default: Page<Name> }> } = {
  home: () => import("./pages/home.tsx"),
  about: () => import("./pages/about.tsx"),
  music: () => import("./pages/music.tsx"),
  shows: () => import("./pages/shows.tsx"),
  shop: () => import("./pages/shop.tsx"),
  press: () => import("./pages/press.tsx"),
  privacy: loadLegal,
  terms: loadLegal,
  accessibility: loadLegal,
  admin: () => import("./pages/admin.tsx"),
  "not-found": () => import("./pages/not-found.tsx"),
};

/** @returns the screen of an address: that of the route in its hash, or else of its path */
export function findScreen(address: { pathname: string; hash: string }): ScreenName {
  const isRoute = address.hash.startsWith("#/");
  const path = isRoute ? (address.hash.slice(1).split("?")[0] ?? "/") : address.pathname;
  return screenOfPath(path) ?? "not-found";
}

/** @returns the screen of a path, `/about` or `/about/`; products belong to the shop, albums to the Music screen, and so on */
export function screenOfPath(path: string): ScreenName | undefined {
  const trimmed = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  if (trimmed === ADMIN_PATH) return "admin";
  // Calendars of shows are files, not pages.
  const [, holder] = /^\/(shop|music|shows)\/[^/]+(?<!\.ics)$/.exec(trimmed) ?? [];
  // The expression matches no other name.
  if (holder) return holder as "shop" | "music" | "shows";
  for (const [name, known] of Object.entries(SCREEN_PATHS)) {
    // Object.entries widens the keys of SCREEN_PATHS, which are all screen names, to string.
    if (known === trimmed) return name as keyof typeof SCREEN_PATHS;
  }
  return undefined;
}

const ready = new Map<ScreenName, Promise<View>>();

let applyLoaded: ((head: Head) => void) | undefined;

/** Updates the document's head for a screen. The finished page has its own, so nothing is loaded for it. */
export const applyHead = (head: Head) => applyLoaded?.(head);

/**
 * Creates the screen from the page's inlined data, and caches it.
 *
 * @throws {ChunkLoadError} when its chunk does not load
 */
export async function createPageView(page: PageData): Promise<View> {
  const view = createView(await loadPage(page.content.screen), page);
  // The page of one product or album has only a part of the screen.
  if (!("handle" in page.content || "album" in page.content || "show" in page.content))
    ready.set(page.content.screen, Promise.resolve(view));
  return view;
}

/** Creates the view of a page whose module has loaded. */
export function createView({ default: Page, Footer }: PageModule, { site, content, head }: PageData): View {
  // The module was chosen by the content's own screen name, which the two unions cannot express.
  const PageOfScreen = Page as (props: { site: Site; content: ScreenContent }) => ReactElement;
  return { name: content.screen, head, page: <PageOfScreen site={site} content={content} />, Footer };
}

/**
 * Loads a screen's chunk and content. A success is cached.
 *
 * @throws {ChunkLoadError} when the chunk does not load
 * @throws {Error} when the content cannot be fetched
 */
export function loadView(name: ScreenName, site: Site): Promise<View> {
  const known = ready.get(name);
  if (known) return known;
  const view = Promise.all([loadPage(name), fetchScreen(name), import("./apply-head.ts")]).then(
    ([module, screen, head]) => {
      applyLoaded = head.applyHead;
      return screen.content.screen === name ? createView(module, { site, ...screen }) : loadView("not-found", site);
    },
  );
  ready.set(name, view);
  view.catch(() => ready.delete(name));
  return view;
}

/** Loads the footer for a screen that did not load. @throws when the chunk does not load */
export async function loadFooter(): Promise<FooterComponent> {
  return (await import("./layout/footer.tsx")).Footer;
}

function loadPage(name: ScreenName): Promise<PageModule> {
  const load: () => Promise<PageModule> = chunks[name];
  return loadChunk(async () => {
    // A window must not open without its styles.
    const [module] = await Promise.all([
      load(),
      import("./late.css"),
      (name === "shop" || name === "music") && import("./late-shelves.css"),
    ]);
    return module;
  });
}
