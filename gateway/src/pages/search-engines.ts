import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { type Album, albumSlug } from "@porchlight/protocol/music.ts";
import { NEWSLETTERS_PATH } from "@porchlight/protocol/newsletters.ts";
import type { ShopProduct } from "@porchlight/protocol/shop.ts";
import { type Show, showPath } from "@porchlight/protocol/shows.ts";

/** Things that have their own pages, besides the screens. */
type Parts = {
  products: readonly Pick<ShopProduct, "handle">[];
  albums: readonly Pick<Album, "id" | "name">[];
  shows: readonly Pick<Show, "id">[];
  /** Ids of the newsletters in the archive. */
  newsletters: readonly number[];
  hasPress: boolean;
};

/** The sitemap: every screen, product, album, show and newsletter that has its own address. Source: sitemaps.org, "Protocol". */
export function sitemapOf(origin: string, { products, albums, shows, newsletters, hasPress }: Parts): string {
  const absent = [...(shows.length > 0 ? [] : [SCREEN_PATHS.shows]), ...(hasPress ? [] : [SCREEN_PATHS.press])];
  const screens = Object.values(SCREEN_PATHS).filter((path) => !absent.some((one) => one === path));
  const paths = [
    ...screens,
    ...products.map(({ handle }) => `${SCREEN_PATHS.shop}/${encodeURIComponent(handle)}`),
    ...shows.map(({ id }) => showPath(id)),
    ...(newsletters.length > 0 ? [NEWSLETTERS_PATH] : []),
    ...newsletters.map((id) => `${NEWSLETTERS_PATH}/${id}`),
    ...albums.map((album) => `${SCREEN_PATHS.music}/${encodeURIComponent(albumSlug(album))}`),
  ];
  const entries = paths.map((path) => `<url><loc>${origin}${path.replaceAll("'", "&apos;")}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
}

/** What crawlers may read: everything except the services. Source: RFC 9309. */
export function robotsOf(origin: string): string {
  return `User-agent: *
Disallow: /rest/
Disallow: /auth/
Disallow: /realtime/
Disallow: /api/
Disallow: /checkout/
Disallow: /spotify/
Disallow: /mailing-list/
Disallow: /analytics/
Disallow: /unsubscribe
Disallow: /confirm
Disallow: /admin/api/
Disallow: /config.json

Sitemap: ${origin}/sitemap.xml
`;
}
