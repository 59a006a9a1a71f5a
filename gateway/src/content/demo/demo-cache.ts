import { join } from "node:path";
import type { DemoParts, DemoState } from "@porchlight/protocol/demo.ts";
import { isDemoContent } from "../../config/content-dir.ts";
import { listFolder } from "../file-names.ts";
import { fileStamp } from "../file-stamp.ts";
import { type DemoSearch, isPublicSite } from "./find-demo.ts";
import { MARKED_FILES } from "./marks.ts";

/** `find` reads every file of the content folder, so it runs in another thread. */
type DemoCacheOptions = {
  search: DemoSearch;
  publicUrl: string;
  find: (search: DemoSearch) => Promise<DemoParts>;
};

/** Finds the content that still comes from the demo. Caches the result until a file of the content folder changes. */
export function createDemoCache({ search, publicUrl, find }: DemoCacheOptions): () => Promise<DemoState> {
  const isPublic = isPublicSite(publicUrl);
  const isShipped = isDemoContent(search.contentDir);
  let cached: { stamp: string; parts: Promise<DemoParts> } | undefined;
  return async () => {
    const stamp = stampFiles(search.contentDir);
    if (cached?.stamp !== stamp) {
      const parts = find(search);
      cached = { stamp, parts };
      // After a failure the next call searches again.
      parts.catch(() => {
        if (cached?.parts === parts) cached = undefined;
      });
    }
    return { ...(await cached.parts), isPublic, isShipped };
  };
}

const MEDIA_FOLDERS = ["images", "music", "store"];

function stampFiles(contentDir: string): string {
  const media = MEDIA_FOLDERS.flatMap((folder) =>
    listFolder(join(contentDir, folder), { recursive: true }).map((file) => join(folder, file)),
  );
  return [...MARKED_FILES, ...media].map((file) => `${file} ${fileStamp(join(contentDir, file))}`).join("\n");
}
