import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gunzipSync, gzipSync } from "node:zlib";

const brotli = promisify(brotliCompress);
/** A Brotli quality that takes 2 ms for a page of 100 kB. The best one takes 140 ms and saves another tenth. */
const QUICK = 5;

/** Maximum length of an `Accept-Encoding` header that is read, in characters. Browsers send some thirty. */
const MAX_ACCEPT_LENGTH = 1_000;

/** Content encoding of a body. */
type Encoding = "br" | "gzip" | "identity";

/** A response that is made once and sent many times: a body in each encoding, with its headers. */
export type Prepared = {
  status: number;
  etag: string;
  /** Headers of a 304 response: all headers except the length and the encoding. */
  headers: Record<string, string>;
  bodies: Record<Encoding, PackedBody>;
};

/** A prepared body in one encoding. Reading the plain body of a text unpacks it. */
export type PackedBody = { readonly body: Buffer<ArrayBuffer>; headers: Record<string, string> };

/** What a prepared response is made from. A body that is compressed already is used as it is. */
type Preparation = {
  status?: number;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer> | string;
  packed?: { br: Buffer<ArrayBuffer>; gzip: Buffer<ArrayBuffer> };
};

/** Compresses and checksums a body, at a fast quality because a visitor waits. See {@link packTightly}. */
export function prepare({ status = 200, headers, body, packed }: Preparation): Prepared {
  const plain = typeof body === "string" ? Buffer.from(body) : body;
  const etag = etagOf(plain);
  const isText = /^(text\/|application\/(json|javascript|ld\+json|manifest\+json|(atom\+)?xml)|image\/svg)/.test(
    headers["Content-Type"] ?? "",
  );
  const shared = { ...headers, ETag: etag, ...(isText && { Vary: "Accept-Encoding" }) };
  return {
    status,
    etag,
    headers: shared,
    bodies: isText ? bodiesOfText(shared, plain, packed) : sameBodies(shared, plain),
  };
}

function bodiesOfText(shared: Prepared["headers"], plain: Buffer, packed: Preparation["packed"]): Prepared["bodies"] {
  const br = withOwnMemory(packed?.br ?? brotliCompressSync(plain, brotliAt(QUICK, plain)));
  const gzip = withOwnMemory(packed?.gzip ?? gzipSync(plain, { level: 9 }));
  let unpacked: WeakRef<Buffer<ArrayBuffer>> | undefined;
  const identity = {
    headers: headersOf(shared, "identity", plain.length),
    // Few clients want plain text, which would take most of the memory. Many requests for it unpack it once.
    get body() {
      const known = unpacked?.deref();
      if (known) return known;
      const body = gunzipSync(gzip);
      unpacked = new WeakRef(body);
      return body;
    },
  };
  return {
    identity,
    br: { body: br, headers: headersOf(shared, "br", br.length) },
    gzip: { body: gzip, headers: headersOf(shared, "gzip", gzip.length) },
  };
}

function sameBodies(shared: Prepared["headers"], plain: Buffer<ArrayBuffer>): Prepared["bodies"] {
  const identity = { body: withOwnMemory(plain), headers: headersOf(shared, "identity", plain.length) };
  return { identity, br: identity, gzip: identity };
}

/** Copies a short buffer, because it is a slice of a larger one, which stays in memory as long as any of its slices. */
function withOwnMemory(body: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  return body.buffer.byteLength === body.length ? body : Buffer.from(new Uint8Array(body).buffer);
}

/** Compresses a text again, in the background, as small as possible. Later requests get the smaller body. */
export async function packTightly({ headers, bodies }: Prepared): Promise<void> {
  if (bodies.br === bodies.identity) return;
  const plain = bodies.identity.body;
  const body = withOwnMemory(await brotli(plain, brotliAt(constants.BROTLI_MAX_QUALITY, plain)));
  bodies.br = { body, headers: headersOf(headers, "br", body.length) };
}

/** Adds the age in seconds. It changes, so it cannot be part of a prepared response. Source: RFC 9111 §5.1. */
export function withAge({ headers, bodies, ...rest }: Prepared, seconds: number): Prepared {
  const age = { Age: String(seconds) };
  const aged = (packed: PackedBody): PackedBody => ({
    headers: { ...packed.headers, ...age },
    get body() {
      return packed.body;
    },
  });
  const { br, gzip, identity } = bodies;
  return {
    ...rest,
    headers: { ...headers, ...age },
    bodies: { br: aged(br), gzip: aged(gzip), identity: aged(identity) },
  };
}

function headersOf(shared: Prepared["headers"], encoding: Encoding, length: number): Prepared["headers"] {
  return {
    ...shared,
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    "Content-Length": String(length),
  };
}

function brotliAt(quality: number, plain: Buffer): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
}

/** Makes the ETag of a body. It is weak, because all encodings share it. */
export function etagOf(body: Buffer<ArrayBuffer> | string): string {
  return `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

/** Chooses the best encoding that an `Accept-Encoding` header accepts. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted || accepted.length > MAX_ACCEPT_LENGTH) return "identity";
  // Browsers send one of a few values, and none of these has weights.
  if (!accepted.includes(";")) return /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "identity";
  const accepts = new Set<string>();
  for (const part of accepted.split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const isExcluded = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (!isExcluded) accepts.add(name);
  }
  return accepts.has("br") ? "br" : accepts.has("gzip") ? "gzip" : "identity";
}

/** Whether the browser's copy (`If-None-Match`) is the current one. Source: RFC 9110 §13.1.2. */
export function isFresh({ status, etag }: Pick<Prepared, "status" | "etag">, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch || status !== 200) return false;
  // The list may have thousands of tags. A search for the tag with its quotation marks needs no parsing.
  return ifNoneMatch.trim() === "*" || ifNoneMatch.includes(etag.replace(/^W\//, ""));
}

/** Makes a `Response` of a prepared response. */
export function respond(prepared: Prepared, request: Request): Response {
  if (isFresh(prepared, request.headers.get("if-none-match") ?? undefined)) {
    return new Response(null, { status: 304, headers: prepared.headers });
  }
  const { body, headers } = prepared.bodies[chooseEncoding(request.headers.get("accept-encoding") ?? undefined)];
  return new Response(request.method === "HEAD" ? null : body, { status: prepared.status, headers });
}
