import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Picture } from "@porchlight/protocol/content.ts";
import type { Show } from "@porchlight/protocol/shows.ts";
import { aTestFolder } from "../../../../testing/gateway-process.ts";
import { aStoredLog } from "../../../../testing/stored-log.ts";
import { createCatalogue } from "./read-catalogue.ts";

/** The smallest valid `store.yaml`. */
export const STORE = "currency: CAD\ncountry: CA\n";

/** A `products.yaml` with one product that has these fields, such as `price: 38.00`. */
export const tee = (...fields: string[]) =>
  ["products:", "  - handle: tee", "    title: Tee", ...fields.map((field) => `    ${field}`), ""].join("\n");

/** The shop's files, and its prepared pictures by name. */
export type Files = { products?: string; store?: string; pictures?: Record<string, Picture> };

/** A content folder with a shop that the owner edits. Its clock stands still until `wait`. */
export function aShop({ products, store = STORE, pictures = {} }: Files = {}) {
  const contentDir = aTestFolder();
  mkdirSync(join(contentDir, "store"));
  let now = Date.parse("2026-11-20T12:00:00Z");
  let edits = 0;
  let language = "en-CA";
  let shows: readonly Show[] = [];
  const { log, said } = aStoredLog();
  const write = (file: string, text: string) => {
    writeFileSync(join(contentDir, file), text);
    // Gives two edits different times, even within one tick of the file system's clock.
    edits += 1;
    utimesSync(join(contentDir, file), new Date(edits * 1_000), new Date(edits * 1_000));
  };
  write("store/store.yaml", store);
  if (products !== undefined) write("store/products.yaml", products);
  const options = {
    contentDir,
    publicUrl: "https://artist.example",
    findPicture: (name: string, alt: string) => (pictures[name] ? { ...pictures[name], name, alt } : undefined),
    shopName: () => "June Marlow",
    language: () => language,
    shows: () => shows,
    clock: () => new Date(now),
    log,
  };
  return {
    contentDir,
    said,
    pictures,
    write,
    open: () => createCatalogue(options),
    /** Changes the language of `artist.json`. */
    setLanguage: (next: string) => {
      language = next;
    },
    setShows: (next: readonly Show[]) => {
      shows = next;
    },
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}
