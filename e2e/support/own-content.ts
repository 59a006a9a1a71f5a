import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoWithShowsToCome } from "./demo-content.ts";
import type { RunningGateway } from "./gateway.ts";

/** Writes a file of a gateway's own content atomically, as editors save. */
export function saveContent({ contentDir }: RunningGateway, file: string, text: string): void {
  const path = join(contentDir, file);
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}

export function contentOf({ contentDir }: RunningGateway, file: string): string {
  return readFileSync(join(contentDir, file), "utf8");
}

/** Restores files of a gateway's own content from the demo. */
export function restoreContent(gateway: RunningGateway, files: readonly string[]): void {
  for (const file of files) saveContent(gateway, file, readFileSync(join(demoWithShowsToCome(), file), "utf8"));
}
