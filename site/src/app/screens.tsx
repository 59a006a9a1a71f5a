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

/** What every screen's component in `pages/` is given. */
export type PageProps<Name extends ScreenName> = { site: Site; content: ContentOf<Name> };

/** A screen's component. */
type Page<Name extends ScreenName> = (props: PageProps<Name>) => ReactElement;

/** What stands under a screen, as `layout/footer.tsx` has it. */
export type FooterOfScreen = (props: { site: Site; current: ScreenName }) => ReactElement;

/**
 * A module of `pages/`, whichever screen it is. Screens with a footer hand it over with themselves, so that Home, the
 * first that most fans see, does not fetch what it does not show.
 */
export type PageModule = { default: (props: never) => ReactElement; Footer?: FooterOfScreen };

/** A screen ready to be shown. */
export type View = { name: ScreenName; head: Head; page: ReactElement; Footer?: FooterOfScreen | undefined };

const chunks: { [Name in ScreenName]: () => Promise<PageModule & { default: Page<Name> }> } = {
  home: () => import("./pages/home.tsx"),
  about: () => import("./pages/about.tsx"),
  music: () => import("./pages/music.tsx"),
  shop: () => import("./pages/shop.tsx"),
  privacy: () => import("./pages/privacy.tsx"),
  terms: () => import("./pages/terms.tsx"),
  accessibility: () => import("./pages/accessibility.tsx"),
  admin: () => import("./pages/admin.tsx"),
  "not-found": () => import("./pages/not-found.tsx"),
};

/** The screen that an address names: its route under the hash, otherwise its path. */
export function screenAt(address: { pathname: string; hash: string }): ScreenName {
  const isRoute = address.hash.startsWith("#/");
  const path = isRoute ? (address.hash.slice(1).split("?")[0] ?? "/") : address.pathname;
  return screenOfPath(path) ?? "not-found";
}

/**
 * The screen with this path, `/about` or `/about/`, if there is one. A product is shown by the shop, an album by the
 * Music screen.
 */
export function screenOfPath(path: string): ScreenName | undefined {
  const trimmed = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  if (trimmed === ADMIN_PATH) return "admin";
  const [, holder] = /^\/(shop|music)\/[^/]+$/.exec(trimmed) ?? [];
  // The expression knows no other word.
  if (holder) return holder as "shop" | "music";
  for (const [name, known] of Object.entries(SCREEN_PATHS)) {
    // Object.entries widens the keys of SCREEN_PATHS, which are all screen names, to string.
    if (known === trimmed) return name as keyof typeof SCREEN_PATHS;
  }
  return undefined;
}

const ready = new Map<ScreenName, Promise<View>>();

/**
 * Draws the screen whose data came inlined with the page, and keeps it: it need not be fetched again.
 *
 * @throws {ChunkLoadError} when its chunk does not load
 */
export async function viewOfPage(page: PageData): Promise<View> {
  const view = viewOf(await loadPage(page.content.screen), page);
  // The page of one product or album is not the whole screen, which still has to be fetched.
  if (!("handle" in page.content || "album" in page.content)) ready.set(page.content.screen, Promise.resolve(view));
  return view;
}

/** The view of a page whose module is already at hand, as when a page is rendered on the gateway. */
export function viewOf({ default: Page, Footer }: PageModule, { site, content, head }: PageData): View {
  // The component was looked up by the content's own screen name, a pairing that the two unions cannot express.
  const PageOfScreen = Page as (props: { site: Site; content: ScreenContent }) => ReactElement;
  return { name: content.screen, head, page: <PageOfScreen site={site} content={content} />, Footer };
}

/**
 * Fetches a screen's chunk and words, once; a failure is not kept.
 *
 * @throws {ChunkLoadError} when the chunk does not load
 * @throws {Error} when the words cannot be fetched
 */
export function loadView(name: ScreenName, site: Site): Promise<View> {
  const known = ready.get(name);
  if (known) return known;
  const view = Promise.all([loadPage(name), fetchScreen(name)]).then(([module, answer]) =>
    viewOf(module, { site, ...answer }),
  );
  ready.set(name, view);
  view.catch(() => ready.delete(name));
  return view;
}

/** Fetches the footer alone, for a screen that did not load. @throws when it does not arrive */
export async function loadFooter(): Promise<FooterOfScreen> {
  return (await import("./layout/footer.tsx")).Footer;
}

function loadPage(name: ScreenName): Promise<PageModule> {
  const load: () => Promise<PageModule> = chunks[name];
  return loadChunk(load);
}
