import { setTimeout } from "node:timers/promises";
import { isDemoContent } from "../config/content-dir.ts";
import { ENV_FILE } from "../config/env-file.ts";
import { readSettings, type Settings } from "../config/settings.ts";
import { ContentError } from "../content/content.ts";
import { DataFileError } from "../data/data-file-error.ts";
import { adoptRunningSite, type NeededFolder } from "./adopt-running-site.ts";

/** Pause of a command between two batches, in milliseconds, so that a running site can write. */
const PAUSE_MS = 25;

/** Runs a command on the data folder of the settings. Prints no stack for errors that the owner can act on. */
export function runCommand(
  command: (dataDir: string, settings: Settings) => Promise<void> | void,
  needed?: NeededFolder,
): Promise<void> {
  return runCommandWith(readSettings, (settings) => command(settings.dataDir, settings), needed);
}

/** Runs a command that needs other settings than the site. @param read reads them from environment variables */
export async function runCommandWith<Needed>(
  read: (environment: NodeJS.ProcessEnv) => { ok: true; settings: Needed } | { ok: false; mistakes: string[] },
  command: (settings: Needed) => Promise<void> | void,
  needed?: NeededFolder,
): Promise<void> {
  const adopted = adoptRunningSite(process.cwd(), process.env, ENV_FILE, needed);
  if (!adopted.ok) {
    fail(adopted.sentence);
    return;
  }
  if (adopted.note !== undefined) console.error(adopted.note);
  const { mistakes } = adopted.envFile;
  const result = read(process.env);
  if (!result.ok || mistakes.length > 0) {
    fail([...mistakes, ...(result.ok ? [] : result.mistakes)].join("\n"));
    return;
  }
  try {
    await command(result.settings);
  } catch (error) {
    if (!(error instanceof DataFileError || error instanceof ContentError)) throw error;
    fail(error.message);
  }
}

/**
 * Makes sure that a command may write the content.
 *
 * @throws {ContentError} with a sentence that says what to do, if it is the demo's
 */
export function requireOwnContent(contentDir: string): void {
  if (!isDemoContent(contentDir)) return;
  throw new ContentError("This site still shows the demo. Make it yours first: npm run make-mine");
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

/** Waits between two batches, so that a running site can write. */
export function pauseForSite(): Promise<void> {
  return setTimeout(PAUSE_MS);
}

/** "14.2 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
}
