import { randomInt } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { chooseEncoding } from "./prepared.ts";

/** A shorter body, in bytes, fits into one packet together with its headers. */
const MIN_BYTES = 1_000;
/** Longest body that is compressed, in bytes. At the fastest quality this blocks the process for 3 ms. */
const MAX_BYTES = 1_000_000;
/**
 * The fastest quality. It saves five sixths of a list. Quality 4 takes four times as long and saves another hundredth.
 */
const QUICKEST = 1;
/** Maximum number of bytes of padding. */
const MAX_PADDING = 64;

/** A compressed body, and the headers to add to its response. */
type PackedJson = { body: Buffer<ArrayBuffer>; headers: Record<string, string> };

/** Whether {@link packJson} would compress a body for this client. */
export function isWorthPacking(body: string | Uint8Array, accepted: string | undefined): boolean {
  const isInRange = body.length >= MIN_BYTES && Buffer.byteLength(body) <= MAX_BYTES;
  return isInRange && chooseEncoding(accepted) !== "identity";
}

/**
 * Compresses JSON that is made for one client, at once and at the fastest quality.
 *
 * Somebody who listens on the line sees the length of a compressed list. If they also put a text into the list, the
 * length tells whether the text is there a second time (breachattack.com). With a sign-up they could test an address.
 * No page of another site can request these lists from a visitor's browser, because their keys are not cookies. So each
 * guess needs its own sign-up, which is limited and visible to the owner. A guess saves only one or two bytes. Padding
 * of a random length hides them, unless there are more attempts than the limits allow.
 *
 * @param accepted the `Accept-Encoding` header
 */
export function packJson(body: string | Uint8Array, accepted: string | undefined): PackedJson {
  const encoding = chooseEncoding(accepted);
  const packed =
    encoding === "br"
      ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICKEST } })
      : gzipSync(body, { level: QUICKEST });
  const padding = { "X-Padding": "-".repeat(randomInt(1, MAX_PADDING)) };
  return { body: packed, headers: { "Content-Encoding": encoding, Vary: "Accept-Encoding", ...padding } };
}

/** Compresses the JSON of routes that only the owner reaches. Downloads are streams and are not compressed. */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers, status } = c.res;
  const isList = headers.get("Content-Type")?.startsWith("application/json") && !headers.has("Content-Disposition");
  const accepted = c.req.header("Accept-Encoding");
  if (!isList || headers.has("Content-Encoding") || chooseEncoding(accepted) === "identity") return;
  const body = await c.res.text();
  const sent = new Headers(headers);
  const packed = isWorthPacking(body, accepted) ? packJson(body, accepted) : undefined;
  for (const [name, value] of Object.entries(packed?.headers ?? {})) sent.set(name, value);
  // Without this, Hono adds the headers of the old response to the new one.
  c.res = undefined;
  c.res = new Response(packed?.body ?? body, { status, headers: sent });
};
