import { get } from "node:http";
import { brotliDecompressSync } from "node:zlib";

/** A file as transferred: its bytes, its encoding and its decoded body. */
export type Weighed = { path: string; bytes: number; encoding: string | undefined; body: Buffer };

/** Fetches a file as a browser does under HTTPS, and measures the transferred bytes. */
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

export const sum = (files: Weighed[]) => files.reduce((total, file) => total + file.bytes, 0);

/** A readable list of the bytes of each file and of all of them. */
export const bill = (files: Weighed[]) =>
  [
    ...files.map(({ path, bytes }) => `${String(bytes).padStart(7)}  ${path}`),
    `${String(sum(files)).padStart(7)}`,
  ].join("\n");
