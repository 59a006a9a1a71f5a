import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { expect } from "vitest";
import { openDataFile } from "../../data/data-file.ts";
import { aFolder, aProcess } from "../../data/data-folder.case.ts";
import { readContent } from "../content.ts";
import { writePending } from "./publish.ts";
import { listVersions } from "./versions.ts";

/** Longest time before a kill, in milliseconds: several publications. */
const LONGEST_MS = 40;

/**
 * Kills a program again and again while it publishes three files at once. After each kill, a start finds all of the old
 * or all of the new content, and nothing that was acknowledged is lost.
 */
export async function killPublications(times: number): Promise<void> {
  const [dir, contentDir] = [aFolder(), aFolder()];
  cpSync(demoContent(), contentDir, { recursive: true, filter: (path) => !/\.(mp3|pdf)$/.test(path) });
  for (let at = 0; at < times; at += 1) {
    const publishing = await aProcess(new URL("./publishing-process.case.ts", import.meta.url), dir, contentDir);
    // The kills cover every moment of a publication.
    await setTimeout((at * LONGEST_MS) / times);
    await publishing.kill();
    const data = openDataFile({ dir });
    await writePending({ contentDir, data, clock: () => new Date() });
    const { artist, about } = readContent(contentDir);
    const store = readFileSync(join(contentDir, "store/store.yaml"), "utf8");
    expect(about.front.title).toBe(artist.name);
    expect(store).toContain(`description: ${artist.name}\n`);
    const acknowledged = Number(publishing.acknowledged.at(-1));
    expect(Number(artist.name.replace("number ", ""))).toBeGreaterThanOrEqual(acknowledged);
    expect(listVersions(data.read).versions.every(({ reason }) => reason === "published")).toBe(true);
    data.close();
  }
}
