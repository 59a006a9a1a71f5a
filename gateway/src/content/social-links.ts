import { domainToUnicode } from "node:url";
import type { SocialLink } from "@porchlight/protocol/content.ts";
import type { Artist } from "./artist.ts";
import { PLATFORM_ICONS, PLATFORM_NAMES } from "./platforms.ts";

/** A globe, for pages whose platform has no icon. Our own drawing. */
const GLOBE =
  "M120 10a110 110 0 1 1 0 220 110 110 0 1 1 0-220zm0 16a94 94 0 1 0 0 188 94 94 0 1 0 0-188zM120 10a53 110 0 1 1 0 220 " +
  "53 110 0 1 1 0-220zm0 16a37 94 0 1 0 0 188 37 94 0 1 0 0-188zM20 112h200v16H20z";

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
