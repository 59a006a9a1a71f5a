import { readAtMost } from "../../http/bounded-body.ts";
import { findPictureHost, type PictureHost } from "./picture-hosts.ts";

/** A picture from a provider. */
export type FetchedPicture = { bytes: Buffer<ArrayBuffer>; ending: PictureEnding };

/** Accepted content types by file ending. SVG is not accepted, because it may contain scripts. */
export const PICTURE_TYPES = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
} as const;

export type PictureEnding = keyof typeof PICTURE_TYPES;

/** Maximum size of a picture, in bytes: far more than a cover needs. */
const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
/**
 * Browsers and link previews can read WebP. Some mail programs cannot, Outlook on Windows among them. Shopify chooses the
 * format by this header. Source: shopify.dev, Liquid filter `image_url`, format.
 */
const ACCEPT = {
  browsers: "image/webp,image/jpeg;q=0.9,image/png;q=0.9,image/*;q=0.8",
  emails: "image/jpeg,image/png,image/gif;q=0.9",
} as const;

/**
 * Fetches a picture from a provider.
 *
 * @param options.isForEmail whether mail programs have to read it
 * @throws {Error} if it is unavailable, too large or not a picture, or redirects to a host that is not allowed
 */
export async function fetchProviderPicture(
  url: string,
  { hosts, fetch, isForEmail }: { hosts: readonly PictureHost[]; fetch: typeof globalThis.fetch; isForEmail: boolean },
): Promise<FetchedPicture> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { Accept: ACCEPT[isForEmail ? "emails" : "browsers"] };
  let address = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetch(address, { redirect: "manual", signal, headers });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("Location") : null;
    if (location === null) return readPicture(response);
    await response.body?.cancel();
    address = new URL(location, address).href;
    if (!findPictureHost(address, hosts)) throw new Error("The picture redirects to a host that is not allowed");
  }
  throw new Error("The picture redirects too often");
}

async function readPicture(response: Response): Promise<FetchedPicture> {
  const type = response.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  const ending = ENDINGS.find((one) => PICTURE_TYPES[one] === type);
  if (response.status !== 200 || !ending) {
    await response.body?.cancel();
    throw new Error(
      response.status === 200
        ? `Not a picture: ${type ?? "no content type"}`
        : `The provider responded with ${response.status}`,
    );
  }
  return { bytes: await readAtMost(response, MAX_BYTES), ending };
}

// Object.keys widens the keys of PICTURE_TYPES to string.
const ENDINGS = Object.keys(PICTURE_TYPES) as PictureEnding[];
