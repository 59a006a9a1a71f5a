import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";

/** The sitemap: every screen with an address of its own. Source: sitemaps.org, "Protocol". */
export function sitemapOf(origin: string): string {
  const entries = Object.values(SCREEN_PATHS).map((path) => `<url><loc>${origin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
}

/** What crawlers may read: everything but the services. Source: RFC 9309. */
export function robotsOf(origin: string): string {
  return `User-agent: *
Disallow: /rest/
Disallow: /auth/
Disallow: /realtime/
Disallow: /admin/api/
Disallow: /config.json

Sitemap: ${origin}/sitemap.xml
`;
}
