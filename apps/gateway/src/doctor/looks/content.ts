import { join } from "node:path";
import pino from "pino";
import { ContentError, type FindPicture, readContent } from "../../content/content.ts";
import { createReleases } from "../../content/releases.ts";
import { originalsIn } from "../../pictures/originals.ts";
import { createCatalogue } from "../../services/store/builtin/catalogue/read-catalogue.ts";

/** What a look at the owner's files has shown: what cannot be used, and files that are named and not there. */
export type ContentLook = { mistakes: string[]; missing: string[] };

/**
 * Reads the owner's files as a start would.
 *
 * @param options.hasOwnShop whether the shop is that of `content/store`
 */
export function lookAtContent({ contentDir, hasOwnShop }: { contentDir: string; hasOwnShop: boolean }): ContentLook {
  const mistakes: string[] = [];
  const warnings: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });
  const read = <Value>(reader: () => Value): Value | undefined => {
    try {
      return reader();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      mistakes.push(error.message);
      return undefined;
    }
  };

  const content = read(() => readContent(contentDir, log));
  read(() => createReleases({ contentDir, log }));
  if (hasOwnShop) {
    read(() =>
      createCatalogue({
        contentDir,
        // Pages are not made here; it only has to be an address.
        publicUrl: "https://example.com",
        findPicture: originalsOf({ prefix: "store/", folder: join(contentDir, "store") }),
        shopName: () => content?.artist.name ?? "",
        clock: () => new Date(0),
        log,
      }),
    );
  }
  return { mistakes, missing: warnings.flatMap(filesIn) };
}

/** Finds pictures by the names of their originals, and looks into none of them. */
function originalsOf(folder: Parameters<typeof originalsIn>[0]): FindPicture {
  const names = new Set(originalsIn(folder).map(({ name }) => name));
  return (name, alt) =>
    names.has(name) ? { name, alt, width: 1, height: 1, version: "there", variants: [] } : undefined;
}

/** Files that a warning is about. */
function filesIn(line: string): string[] {
  const { files }: { files?: unknown } = JSON.parse(line);
  return Array.isArray(files) ? files.map(String) : [];
}
