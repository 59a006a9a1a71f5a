import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { type Album, albumSlug } from "@porchlight/protocol/music.ts";
import type { ShopProduct } from "@porchlight/protocol/shop.ts";

/** The sitemap: every screen, product and album that has its own address. Source: sitemaps.org, "Protocol". */
export function sitemapOf(
  origin: string,
  products: readonly Pick<ShopProduct, "handle">[],
  albums: readonly Pick<Album, "id" | "name">[],
): string {
  const paths = [
    ...Object.values(SCREEN_PATHS),
    ...products.map(({ handle }) => `${SCREEN_PATHS.shop}/${encodeURIComponent(handle)}`),
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
