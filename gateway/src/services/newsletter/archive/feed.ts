import { NEWSLETTERS_FEED_PATH, NEWSLETTERS_PATH } from "@porchlight/protocol/newsletters.ts";
import { escapeXml } from "../../../lib/escape-xml.ts";
import type { PublishedNewsletter } from "./contract.ts";
import { newsletterPath } from "./newsletter-path.ts";

/** What the feed says about itself and the site. `publicUrl` is without a slash at the end. */
type FeedFrame = { title: string; subtitle: string; artistName: string; language: string; publicUrl: string };

/** Writes newsletters as an Atom feed with their full text, the latest first. Source: RFC 4287. */
export function toFeed(
  newsletters: readonly PublishedNewsletter[],
  { title, subtitle, artistName, language, publicUrl }: FeedFrame,
): string {
  const list = escapeXml(publicUrl + NEWSLETTERS_PATH);
  const [latest] = newsletters;
  const entries = newsletters.map(({ id, subject, preheader, startedAt, webHtml }) => {
    const url = escapeXml(publicUrl + newsletterPath(id));
    return `<entry>
<title>${escapeXml(subject)}</title>
<id>${url}</id>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${startedAt}</published>
<updated>${startedAt}</updated>
${preheader === "" ? "" : `<summary>${escapeXml(preheader)}</summary>\n`}<content type="html">${escapeXml(webHtml)}</content>
</entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">
<title>${escapeXml(title)}</title>
<subtitle>${escapeXml(subtitle)}</subtitle>
<id>${list}</id>
<link rel="alternate" type="text/html" href="${list}"/>
<link rel="self" type="application/atom+xml" href="${escapeXml(publicUrl + NEWSLETTERS_FEED_PATH)}"/>
<updated>${latest?.startedAt ?? ""}</updated>
<author><name>${escapeXml(artistName)}</name></author>
${entries.join("\n")}
</feed>
`;
}
