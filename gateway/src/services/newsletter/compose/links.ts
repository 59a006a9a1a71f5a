/** Addresses in newsletters. */

import { completeLink } from "@porchlight/protocol/newsletter-links.ts";

/** What a link may lead to. */
const OPENABLE = /^(https?:|mailto:|tel:)/i;

/**
 * Makes an address absolute: `/music` as well, and `artist.example` without its "https://".
 *
 * @param publicUrl of the site, without a slash at the end
 * @returns undefined if it is not an address, or one that a link must not have
 */
export function toAbsolute(written: string, publicUrl: string): string | undefined {
  const complete = completeLink(written);
  const address = complete === undefined ? null : URL.parse(complete, `${publicUrl}/`);
  return address && OPENABLE.test(address.protocol) ? address.href : undefined;
}

/**
 * Adds the newsletter's mark to a link to the site. It is the same for all readers, so it only tells how many visits the
 * newsletter brought. Links elsewhere do not change.
 */
export function markLink(href: string, mark: string, publicUrl: string): string {
  if (!isOwn(href, publicUrl)) return href;
  const [, path = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? [];
  const campaign = `utm_source=newsletter&utm_campaign=${encodeURIComponent(mark)}`;
  return `${path}${query.length > 1 ? `${query}&` : "?"}${campaign}${hash}`;
}

function isOwn(href: string, publicUrl: string): boolean {
  return href === publicUrl || ["/", "?", "#"].some((next) => href.startsWith(`${publicUrl}${next}`));
}
