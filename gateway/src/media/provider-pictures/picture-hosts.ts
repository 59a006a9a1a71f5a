import { PICTURE_WIDTHS } from "@porchlight/protocol/picture-widths.ts";
import { isLoopback } from "../../lib/loopback.ts";

/** A host whose pictures the gateway fetches and serves. */
export type PictureHost = {
  /** Host name, with its port if it has one: `i.scdn.co`. */
  host: string;
  /** Beginning of its pictures' paths, if the host serves other things too: `/cdn/`. */
  path?: string;
  /** Whether the host scales a picture down to `?width=`, in pixels, and converts it to `?format=`. */
  takesWidth?: boolean;
};

/** Hosts of Spotify's covers. Source: developer.spotify.com, "Get Artist's Albums", images. */
export const SPOTIFY_PICTURE_HOSTS: readonly PictureHost[] = [{ host: "i.scdn.co" }, { host: "mosaic.scdn.co" }];

/**
 * Hosts of a Shopify shop's pictures: Shopify's CDN, and the shop's own domain below `/cdn/`. Source: shopify.dev,
 * Liquid filter `image_url`. A shop on this machine, as in tests, may have its pictures at any path.
 */
export function shopifyPictureHosts({ domain, origin }: { domain: string; origin: string }): PictureHost[] {
  const own = { host: domain, takesWidth: true };
  return [{ host: "cdn.shopify.com", takesWidth: true }, origin.startsWith("http:") ? own : { ...own, path: "/cdn/" }];
}

const WIDTHS_ASCENDING = Object.values(PICTURE_WIDTHS).sort((a, b) => a - b);

/** Longest address of a picture, in characters. Tens of thousands are in memory; those of the providers have some 200. */
const ADDRESS_MAX_LENGTH = 1_000;

/** Finds the allowed host of an https URL. A host on this machine, as in tests, may use http. */
export function findPictureHost(address: string, hosts: readonly PictureHost[]): PictureHost | undefined {
  if (address.length > ADDRESS_MAX_LENGTH || !URL.canParse(address)) return undefined;
  const { protocol, host, hostname, pathname, username, password } = new URL(address);
  if (username !== "" || password !== "") return undefined;
  const isLocal = protocol === "http:" && isLoopback(hostname);
  if (protocol !== "https:" && !isLocal) return undefined;
  return hosts.find((one) => one.host === host && pathname.startsWith(one.path ?? "/"));
}

/** Chooses the narrowest of a few widths that covers the request, so that few sizes of each picture are cached. */
export function chooseWidth(pixels: number): number {
  // The list is not empty.
  return WIDTHS_ASCENDING.find((width) => width >= pixels) ?? WIDTHS_ASCENDING.at(-1)!;
}

/** Formats that mail programs can read as they are; a PNG stays transparent. */
const FOR_EMAILS = /\.(?:jpe?g|png|gif)$/i;

/** The address of a picture in a width, and for emails in a format that mail programs can read. */
export function inSize(address: string, width: number, isForEmail: boolean): string {
  const url = new URL(address);
  url.searchParams.set("width", String(width));
  if (isForEmail && !FOR_EMAILS.test(url.pathname)) url.searchParams.set("format", "jpg");
  return url.href;
}
