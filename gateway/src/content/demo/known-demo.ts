import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { DemoParts, DemoState } from "@porchlight/protocol/demo.ts";
import { stampOf } from "../stamp.ts";
import { type DemoQuestion, isPublicSite } from "./find-demo.ts";
import { MARKED_FILES } from "./marks.ts";

/** What the dashboard's first page knows the demo by. `look` reads every file, so it is taken on another thread. */
export type KnownDemoOptions = {
  question: DemoQuestion;
  publicUrl: string;
  look: (question: DemoQuestion) => Promise<DemoParts>;
};

/** What in the content folder is still the demo's; looked for again only when a file there has changed. */
export function createKnownDemo({ question, publicUrl, look }: KnownDemoOptions): () => Promise<DemoState> {
  const isPublic = isPublicSite(publicUrl);
  let known: { stamp: string; found: Promise<DemoParts> } | undefined;
  return async () => {
    const stamp = stampOfFiles(question.contentDir);
    if (known?.stamp !== stamp) {
      const found = look(question);
      known = { stamp, found };
      // One that failed is looked for again.
      found.catch(() => {
        if (known?.found === found) known = undefined;
      });
    }
    return { ...(await known.found), isPublic };
  };
}

const MEDIA_FOLDERS = ["images", "music", "store"];

function stampOfFiles(contentDir: string): string {
  const media = MEDIA_FOLDERS.flatMap((folder) => filesIn(contentDir, folder));
  return [...MARKED_FILES, ...media].map((file) => `${file} ${stampOf(join(contentDir, file))}`).join("\n");
}

function filesIn(contentDir: string, folder: string): string[] {
  try {
    return readdirSync(join(contentDir, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(folder, file),
    );
  } catch {
    // There is no such folder, or it may not be read.
    return [];
  }
}
