import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { chooseEncoding } from "./prepared.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** This quality takes a tenth of a millisecond for a page. A higher one takes longer than it saves. */
const BROTLI_QUALITY = 4;

/** Compresses HTML that is made for one visitor, outside the event loop. */
export const compress: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers, status } = c.res;
  const encoding = chooseEncoding(c.req.header("Accept-Encoding"));
  if (!headers.get("Content-Type")?.startsWith("text/html") || headers.has("Content-Encoding")) return;
  headers.append("Vary", "Accept-Encoding");
  if (encoding === "identity") return;
  const plain = Buffer.from(await c.res.arrayBuffer());
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const packed = encoding === "br" ? await brotli(plain, { params }) : await zip(plain);
  headers.set("Content-Encoding", encoding);
  headers.set("Content-Length", String(packed.length));
  const sent = new Response(new Uint8Array(packed), { status, headers: new Headers(headers) });
  // Without this, Hono adds the headers of the old response to the new one.
  c.res = undefined;
  c.res = sent;
};
