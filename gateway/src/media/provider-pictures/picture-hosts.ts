import { PICTURE_WIDTHS } from "@porchlight/protocol/content.ts";
import { isLoopback } from "../../lib/loopback.ts";

/** A host whose pictures are passed on. */
export type PictureHost = {
  /** With its port if it has one: `i.scdn.co`. */
  host: string;
  /** What the paths of its pictures begin with, where not everything there is one: `/cdn/`. */
  path?: string;
  /** Whether it draws a picture anew for `?width=`, in pixels, and never larger than it is. */
  takesWidth?: boolean;
};

/** Hosts of Spotify's covers. Source: developer.spotify.com, "Get Artist's Albums", images. */
export const SPOTIFY_PICTURE_HOSTS: readonly PictureHost[] = [{ host: "i.scdn.co" }, { host: "mosaic.scdn.co" }];

/**
 * Hosts of a shop's pictures at Shopify: its network, and the shop's own domain below `/cdn/`. Source: shopify.dev,
 * Liquid filter `image_url`. A shop on this machine, as in tests, has them anywhere.
 */
export function shopifyPictureHosts({ domain, origin }: { domain: string; origin: string }): PictureHost[] {
  const own = { host: domain, takesWidth: true };
  return [{ host: "cdn.shopify.com", takesWidth: true }, origin.startsWith("http:") ? own : { ...own, path: "/cdn/" }];
}

/** Narrowest first. */
const WIDTHS = Object.values(PICTURE_WIDTHS).sort((a, b) => a - b);

/**
 * The host that may be asked for an address: over https, and named. A named host on this machine may be asked without,
 * as in tests.
 */
export function pictureHostOf(address: string, hosts: readonly PictureHost[]): PictureHost | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, hostname, pathname, username, password } = new URL(address);
  if (username !== "" || password !== "") return undefined;
  const isLocal = protocol === "http:" && isLoopback(hostname);
  if (protocol !== "https:" && !isLocal) return undefined;
  return hosts.find((one) => one.host === host && pathname.startsWith(one.path ?? "/"));
}

/** The narrowest of a few widths that covers what is asked for, so that of each picture only a few sizes are kept. */
export function widthCovering(pixels: number): number {
  // There is a widest.
  return WIDTHS.find((width) => width >= pixels) ?? WIDTHS.at(-1)!;
}

/** The address of a picture in a width. */
export function inWidth(address: string, width: number): string {
  const url = new URL(address);
  url.searchParams.set("width", String(width));
  return url.href;
}
