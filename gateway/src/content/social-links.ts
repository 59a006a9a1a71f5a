import { domainToUnicode } from "node:url";
import type { SocialLink } from "@porchlight/protocol/content.ts";
import type { Artist } from "./artist.ts";
import { PLATFORMS, type Platform } from "./platforms.ts";

/** A globe, for pages that have no mark of their own. Our own drawing. */
const PLAIN_MARK =
  "M12 1a11 11 0 1 1 0 22 11 11 0 1 1 0-22zm0 1.6a9.4 9.4 0 1 0 0 18.8 9.4 9.4 0 1 0 0-18.8zM12 1a5.3 11 0 1 1 0 22 " +
  "5.3 11 0 1 1 0-22zm0 1.6a3.7 9.4 0 1 0 0 18.8 3.7 9.4 0 1 0 0-18.8zM2 11.2h20v1.6H2z";

/** Puts the mark and the words of a link to what the owner wrote of it. */
export function toSocialLink(link: Artist["social"][number], artistName: string): SocialLink {
  const { platform, url, label } = link;
  const known: Platform | undefined = platform && PLATFORMS[platform];
  const place = known ? `on ${known.name}` : `at ${hostOf(url)}`;
  return {
    ...(platform && { platform }),
    url,
    icon: known?.icon ?? PLAIN_MARK,
    label: label ?? `${artistName} ${place}`,
    ...(!known?.icon && { isPlain: true }),
  };
}

/** The host of an address as people write it, without the www that says nothing. */
function hostOf(address: string): string {
  const { hostname, port } = new URL(address);
  return `${domainToUnicode(hostname).replace(/^www\./, "")}${port && `:${port}`}`;
}
