import { domainToUnicode } from "node:url";
import type { SocialLink } from "@porchlight/protocol/content.ts";
import type { Artist } from "./artist.ts";
import { PLATFORMS, type Platform } from "./platforms.ts";

/** A globe, for sites without an icon. Our own drawing. */
const GLOBE =
  "M12 1a11 11 0 1 1 0 22 11 11 0 1 1 0-22zm0 1.6a9.4 9.4 0 1 0 0 18.8 9.4 9.4 0 1 0 0-18.8zM12 1a5.3 11 0 1 1 0 22 " +
  "5.3 11 0 1 1 0-22zm0 1.6a3.7 9.4 0 1 0 0 18.8 3.7 9.4 0 1 0 0-18.8zM2 11.2h20v1.6H2z";

/** Adds the icon and the label to a link of `artist.json`. */
export function toSocialLink(link: Artist["social"][number], artistName: string): SocialLink {
  const { platform, url, label } = link;
  const known: Platform | undefined = platform && PLATFORMS[platform];
  const place = known ? `on ${known.name}` : `at ${hostOf(url)}`;
  return {
    ...(platform && { platform }),
    url,
    icon: known?.icon ?? GLOBE,
    label: label ?? `${artistName} ${place}`,
    ...(!known?.icon && { isPlain: true }),
  };
}

/** The host of an address as people write it, without `www`. */
function hostOf(address: string): string {
  const { hostname, port } = new URL(address);
  return `${domainToUnicode(hostname).replace(/^www\./, "")}${port && `:${port}`}`;
}
