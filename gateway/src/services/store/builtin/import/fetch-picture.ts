import { lookup as lookUp } from "node:dns";
import { type ClientRequest, get as getPlain, type IncomingMessage } from "node:http";
import { get as getSecure } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** A fetched picture. `ending` follows from its bytes, not from its URL or content type. */
export type FetchedPicture = { bytes: Buffer; ending: "jpg" | "png" | "webp" | "avif" | "tif" };

/** Why a picture could not be fetched. `message` completes a sentence for the owner that begins with its URL. */
export class PictureError extends Error {
  override readonly name = "PictureError";
}

type FetchOptions = {
  /** Whether hosts of the private network are allowed. The file with the URLs may be from somebody else. */
  isPrivateAllowed: boolean;
  timeoutMs?: number;
  mostBytes?: number;
};

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_REDIRECTS = 4;

/** Addresses outside the public internet. Source: IANA special-purpose address registries. */
const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  PRIVATE.addSubnet(net, prefix, "ipv4");
}
for (const [net, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  PRIVATE.addSubnet(net, prefix, "ipv6");
}

/**
 * Fetches a picture from the web.
 *
 * @throws {PictureError} if there is none at the URL, it is too large, or its host is not allowed
 */
export async function fetchPicture(url: string, options: FetchOptions): Promise<FetchedPicture> {
  const { timeoutMs = TIMEOUT_MS } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const bytes = await fetchBytes(url, options, signal, MAX_REDIRECTS);
    const ending = detectEnding(bytes);
    if (!ending) throw new PictureError("is no JPEG, PNG, WebP, AVIF or TIFF");
    return { bytes, ending };
  } catch (cause) {
    if (cause instanceof PictureError) throw cause;
    if (signal.aborted) throw new PictureError(`took longer than ${timeoutMs / 1_000} seconds`, { cause });
    throw new PictureError(`cannot be reached (${cause instanceof Error ? cause.message : cause})`, { cause });
  }
}

async function fetchBytes(url: string, options: FetchOptions, signal: AbortSignal, redirects: number): Promise<Buffer> {
  const response = await request(url, options, signal);
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    response.destroy();
    if (redirects === 0) throw new PictureError("redirects too often");
    return fetchBytes(new URL(headers.location, url).href, options, signal, redirects - 1);
  }
  if (statusCode !== 200) {
    response.destroy();
    throw new PictureError(`is not there (the server answered ${statusCode})`);
  }
  return readBytes(response, options.mostBytes ?? MAX_BYTES);
}

function request(url: string, { isPrivateAllowed }: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !["http:", "https:"].includes(address.protocol)) {
    throw new PictureError("is no address that starts with https://");
  }
  // An IP address causes no DNS look-up, so it is checked here.
  const host = address.hostname.replace(/^\[|\]$/g, "");
  if (!isPrivateAllowed && isIP(host) && isPrivate(host)) throw new PictureError(NOT_PUBLIC);
  const get = address.protocol === "https:" ? getSecure : getPlain;
  return new Promise((resolve, reject) => {
    const settings = { signal, headers: { accept: "image/*" }, ...(!isPrivateAllowed && { lookup: lookUpPublic }) };
    const sent: ClientRequest = get(address, settings, resolve);
    sent.on("error", reject);
  });
}

const NOT_PUBLIC = "is on a private network, so it was not fetched";

/** Resolves a name to public addresses only. The connection uses exactly these, not the result of a second look-up. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "");
    const [first, ...others] = addresses.filter(({ address }) => !isPrivate(address));
    if (!first) return callback(new PictureError(NOT_PUBLIC), "");
    if (options.all) return callback(null, [first, ...others]);
    callback(null, first.address, first.family);
  });
};

function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

async function readBytes(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The cast holds: a response without an encoding yields bytes.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) {
      response.destroy();
      throw new PictureError(`is larger than ${Math.floor(mostBytes / 1024 / 1024)} MB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function detectEnding(bytes: Buffer): FetchedPicture["ending"] | undefined {
  const head = bytes.toString("latin1", 0, 12);
  if (head.startsWith("\xFF\xD8\xFF")) return "jpg";
  if (head.startsWith("\x89PNG\r\n\x1A\n")) return "png";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "webp";
  if (head.slice(4, 11) === "ftypavi") return "avif";
  if (head.startsWith("II*\0") || head.startsWith("MM\0*")) return "tif";
  return undefined;
}
