import {
  type Head,
  pictureAddressName,
  SCREEN_PATHS,
  type ScreenContent,
  type ScreenName,
  type Site,
} from "@porchlight/protocol/content.ts";
import { musicHead } from "./music-head.ts";
import { previewOfPicture } from "./preview-picture.ts";
import { shopHead } from "./shop-head.ts";

/** Words of the breadcrumb trail, in its order. Source: docs/product.md §2, Routes. */
const BREADCRUMBS = [
  ["Home", "home"],
  ["About", "about"],
  ["Shop", "shop"],
] as const;

/** The same on the Music screen. */
const MUSIC_BREADCRUMBS = [
  ["Home", "home"],
  ["Music", "music"],
] as const;

/** Builds the head of a screen. Runs on the gateway; the browser receives the result with the screen's words. */
export function headOf(site: Site, content: ScreenContent): Head {
  const head = headOfScreen(site, content);
  if (content.screen === "shop") return { ...head, ...shopHead(site, content, head) };
  if (content.screen === "music") return { ...head, ...musicHead(site, content, head) };
  return head;
}

function headOfScreen(site: Site, content: ScreenContent): Head {
  const path = pathOf(content.screen);
  const image = site.shareImage && previewOfPicture(site, site.shareImage);
  return {
    title: content.screen === "home" ? `${site.name} · ${site.subtitle}` : `${content.title} · ${site.name}`,
    description: content.description,
    keywords: content.keywords.join(", "),
    ...(path && { canonical: site.origin + path }),
    ...(image && { image }),
    noindex: !path,
    structuredData: path ? structuredDataOf(site, content) : [],
  };
}

function pathOf(screen: ScreenName): string | undefined {
  return screen === "not-found" || screen === "admin" ? undefined : SCREEN_PATHS[screen];
}

function structuredDataOf(site: Site, content: ScreenContent): Record<string, unknown>[] {
  const artist = `${site.origin}/#artist`;
  const trail = content.screen === "music" ? MUSIC_BREADCRUMBS : BREADCRUMBS;
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
      ...(site.kind === "MusicGroup" ? { genre: site.subtitle } : { jobTitle: "Musician" }),
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
