import { readAtMost } from "../../http/bounded-body.ts";
import { type PictureHost, pictureHostOf } from "./picture-hosts.ts";

/** A picture as its provider gave it. */
export type FetchedPicture = { bytes: Buffer<ArrayBuffer>; ending: PictureEnding };

/** Kinds of picture that are passed on, by the endings of their files. SVG is none: it may hold script. */
export const PICTURE_TYPES = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
} as const;

/** Ending of a picture's file. */
export type PictureEnding = keyof typeof PICTURE_TYPES;

/** Far more than a cover has. */
const MOST_BYTES = 5 * 1024 * 1024;
/** How long a provider may take for a picture, in milliseconds. */
const TIMEOUT_MS = 10_000;
const MOST_REDIRECTS = 3;
/** Who can choose gives WebP, which all browsers and makers of link previews read, and never what only some do. */
const ACCEPT = { Accept: "image/webp,image/jpeg;q=0.9,image/png;q=0.9,image/*;q=0.8" };

/**
 * Fetches a picture of a provider.
 *
 * @throws {Error} when it cannot be had, is too large or no picture, or leads to a host that may not be asked
 */
export async function fetchProviderPicture(
  url: string,
  { hosts, fetch }: { hosts: readonly PictureHost[]; fetch: typeof globalThis.fetch },
): Promise<FetchedPicture> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let address = url;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const answer = await fetch(address, { redirect: "manual", signal, headers: ACCEPT });
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get("Location") : null;
    if (location === null) return pictureOf(answer);
    await answer.body?.cancel();
    address = new URL(location, address).href;
    if (!pictureHostOf(address, hosts)) throw new Error("The picture leads to a host that may not be asked");
  }
  throw new Error("The picture leads from one address to the next without end");
}

async function pictureOf(answer: Response): Promise<FetchedPicture> {
  const type = answer.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  const ending = ENDINGS.find((one) => PICTURE_TYPES[one] === type);
  if (answer.status !== 200 || !ending) {
    await answer.body?.cancel();
    throw new Error(
      answer.status === 200 ? `It is ${type ?? "nothing"}, no picture` : `It was answered ${answer.status}`,
    );
  }
  return { bytes: await readAtMost(answer, MOST_BYTES), ending };
}

// Object.keys widens the keys of PICTURE_TYPES to string.
const ENDINGS = Object.keys(PICTURE_TYPES) as PictureEnding[];
