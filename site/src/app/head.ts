import {
  type Head,
  pictureAddressName,
  SCREEN_PATHS,
  type ScreenContent,
  type ScreenName,
  type Site,
} from "@porchlight/protocol/content.ts";
import { createPreview } from "./head-parts.ts";
import * as words from "./head-words.ts";
import { createMusicHead } from "./music-head.ts";
import { createShopHead } from "./shop-head.ts";
import { createShowsHead } from "./shows-head.ts";

/** Creates the head of a screen. Runs on the gateway; the browser receives the result with the screen's content. */
export function createHead(site: Site, content: ScreenContent): Head {
  const head = createScreenHead(site, content);
  if (content.screen === "shop") return { ...head, ...createShopHead(site, content, head) };
  if (content.screen === "music") return { ...head, ...createMusicHead(site, content, head) };
  if (content.screen === "shows") return { ...head, ...createShowsHead(site, content, head) };
  return head;
}

function createScreenHead(site: Site, content: ScreenContent): Head {
  const path = findPath(content.screen);
  const image = site.shareImage && createPreview(site, site.shareImage);
  return {
    title: content.screen === "home" ? `${site.name} · ${site.subtitle}` : `${content.title} · ${site.name}`,
    description: content.description,
    keywords: content.keywords.join(", "),
    ...(path && { canonical: site.origin + path }),
    ...(image && { image }),
    noindex: !path,
    structuredData: path ? createStructuredData(site, content) : [],
  };
}

function findPath(screen: ScreenName): string | undefined {
  return screen === "not-found" || screen === "admin" ? undefined : SCREEN_PATHS[screen];
}

function createStructuredData(site: Site, content: ScreenContent): Record<string, unknown>[] {
  const artist = `${site.origin}/#artist`;
  const trail = content.screen === "music" ? words.musicBreadcrumbs : words.breadcrumbs;
  return [
    {
      "@context": "https://schema.org",
      "@type": "WebSite",
      "@id": `${site.origin}/#website`,
      url: `${site.origin}/`,
      name: site.name,
      description: site.tagline,
      inLanguage: site.language,
      publisher: { "@id": artist },
    },
    {
      "@context": "https://schema.org",
      "@type": site.kind,
      "@id": artist,
      name: site.name,
      url: `${site.origin}/`,
      ...(site.kind === "MusicGroup" ? { genre: site.subtitle } : { jobTitle: words.jobTitle }),
      ...(site.shareImage && {
        image: `${site.origin}/optimized/${pictureAddressName(site.shareImage.name)}-large.jpg`,
      }),
      sameAs: site.social.map((link) => link.url),
    },
    {
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
      itemListElement: trail.map(([name, screen], index) => ({
        "@type": "ListItem",
        position: index + 1,
        name,
        item: site.origin + SCREEN_PATHS[screen],
      })),
      name: content.title,
    },
  ];
}
