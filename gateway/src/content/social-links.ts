import { domainToUnicode } from "node:url";
import type { SocialLink } from "@porchlight/protocol/content.ts";
import type { Artist } from "./artist.ts";
import { PLATFORM_ICONS, PLATFORM_NAMES } from "./platforms.ts";

/** A globe, for pages whose platform has no icon. Our own drawing. */
const GLOBE =
  "M12 1a11 11 0 1 1 0 22 11 11 0 1 1 0-22zm0 1.6a9.4 9.4 0 1 0 0 18.8 9.4 9.4 0 1 0 0-18.8zM12 1a5.3 11 0 1 1 0 22 " +
  "5.3 11 0 1 1 0-22zm0 1.6a3.7 9.4 0 1 0 0 18.8 3.7 9.4 0 1 0 0-18.8zM2 11.2h20v1.6H2z";

/** Adds the icon and the label to a link of `artist.json`. */
export function toSocialLink(link: Artist["social"][number], artistName: string): SocialLink {
  const { platform, url, label } = link;
  const icon = platform && PLATFORM_ICONS[platform];
  const place = platform ? `on ${PLATFORM_NAMES[platform]}` : `at ${displayHost(url)}`;
  return {
    ...(platform && { platform }),
    url,
    icon: icon ?? GLOBE,
    label: label ?? `${artistName} ${place}`,
    ...(!icon && { isPlain: true }),
  };
}

/** The host of an address as people write it, without `www`. */
function displayHost(address: string): string {
  const { hostname, port } = new URL(address);
  return `${domainToUnicode(hostname).replace(/^www\./, "")}${port && `:${port}`}`;
}
