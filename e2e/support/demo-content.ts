import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";

/** The demo's shows. Those of 2027 are twenty years later here, so that they stay in the future. */
export function showsToCome(): string {
  return readFileSync(join(demoContent(), "shows.yaml"), "utf8").replaceAll("2027-", "2047-");
}

/** Makes a folder with the demo and other shows. Its files can be edited; pictures, music and shop are links. */
export function demoWithShows(yaml: string): string {
  const demo = demoContent();
  const folder = mkdtempSync(join(tmpdir(), "porchlight-e2e-shows-"));
  for (const entry of readdirSync(demo, { withFileTypes: true })) {
    const [from, to] = [join(demo, entry.name), join(folder, entry.name)];
    if (entry.isDirectory()) symlinkSync(from, to, "junction");
    else cpSync(from, to);
  }
  writeFileSync(join(folder, "shows.yaml"), yaml);
  return folder;
}

/** Fills an empty folder with copies of all files of the demo, and with {@link showsToCome}. */
export function copyDemo(folder: string): void {
  cpSync(demoContent(), folder, { recursive: true, preserveTimestamps: true });
  writeFileSync(join(folder, "shows.yaml"), showsToCome());
}

let shared: string | undefined;

/** Returns this process's folder with the demo and {@link showsToCome}. A test that edits files uses {@link copyDemo}. */
export function demoWithShowsToCome(): string {
  if (!shared) {
    const folder = demoWithShows(showsToCome());
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    shared = folder;
  }
  return shared;
}
