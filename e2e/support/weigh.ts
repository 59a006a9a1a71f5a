import { get } from "node:http";
import { brotliDecompressSync } from "node:zlib";

/** A file as it comes over the wire: how many bytes, packed in which way, and what it holds. */
export type Weighed = { path: string; bytes: number; encoding: string | undefined; body: Buffer };

/** Fetches a file as a browser under https does, and weighs what comes over the wire. */
export function weigh(origin: string, path: string): Promise<Weighed> {
  return new Promise((resolve, reject) => {
    get(origin + path, { headers: { "Accept-Encoding": "gzip, deflate, br, zstd" } }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      const packed = Buffer.concat(parts);
      const encoding = response.headers["content-encoding"];
      const body = encoding === "br" ? brotliDecompressSync(packed) : packed;
      resolve({ path, bytes: packed.length, encoding, body });
    }).on("error", reject);
  });
}

/** All their bytes. */
export const sum = (files: Weighed[]) => files.reduce((total, file) => total + file.bytes, 0);

/** What each weighs, and all of them, to be read. */
export const bill = (files: Weighed[]) =>
  [
    ...files.map(({ path, bytes }) => `${String(bytes).padStart(7)}  ${path}`),
    `${String(sum(files)).padStart(7)}`,
  ].join("\n");
