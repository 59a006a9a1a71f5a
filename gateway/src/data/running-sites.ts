import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { SETTING_NAMES, type SettingName, type Settings } from "../config/settings.ts";
import { isFolderLocked } from "./lock.ts";

/** Where running sites say what they use, in the folder that they were started in. */
export const RUNNING_SITES_FOLDER = ".running";

/** Settings that are no secret. Of all others only the names are written down. */
const OPEN_NAMES = ["PORT", "HOST", "PUBLIC_URL", "DATA_DIR", "CONTENT_DIR", "ADMIN_EMAIL", "TRUST_PROXY", "LIMITS"];

const RunningSiteSchema = v.strictObject({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  dataDir: v.string(),
  contentDir: v.string(),
  publicUrl: v.string(),
  /** Settings of the start line that are no secret. */
  given: v.record(v.string(), v.string()),
  /** Names of the others. */
  hidden: v.array(v.string()),
});

/** A site that runs, as it says itself. */
export type RunningSite = v.InferOutput<typeof RunningSiteSchema>;

type Environment = Record<string, string | undefined>;

/**
 * Lets commands find a site whose settings stand in its start line alone.
 *
 * @param startLine the environment as it was before `.env` was read
 * @returns takes the note away
 * @throws {Error} where the folder may not be written; the site runs all the same
 */
export function noteRunningSite(cwd: string, settings: Settings, startLine: Environment): () => void {
  const folder = join(cwd, RUNNING_SITES_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // What a site left behind that was killed goes.
  listRunningSites(cwd, (file) => rmSync(file, { force: true }));
  const { dataDir, contentDir, publicUrl } = settings;
  const names = SETTING_NAMES.filter((name) => isGiven(startLine, name));
  const site: RunningSite = {
    pid: process.pid,
    dataDir,
    contentDir,
    publicUrl,
    given: Object.fromEntries(
      names.filter((name) => OPEN_NAMES.includes(name)).flatMap((name) => openValue(name, settings, startLine)),
    ),
    hidden: names.filter((name) => !OPEN_NAMES.includes(name)),
  };
  const file = join(folder, `${process.pid}.json`);
  writeFileSync(file, `${JSON.stringify(site, undefined, 2)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

function isGiven(environment: Environment, name: SettingName): boolean {
  return [name, `${name}_FILE`].some((key) => (environment[key]?.trim() ?? "") !== "");
}

/** Folders as absolute paths, since a command may be run elsewhere; what came from a file is named by that file. */
function openValue(name: SettingName, { dataDir, contentDir }: Settings, startLine: Environment): [string, string][] {
  if (name === "DATA_DIR") return [[name, dataDir]];
  if (name === "CONTENT_DIR") return [[name, contentDir]];
  const value = startLine[name]?.trim();
  if (value) return [[name, value]];
  const file = startLine[`${name}_FILE`]?.trim();
  return file ? [[`${name}_FILE`, resolve(file)]] : [];
}

/**
 * Sites that were started in a folder and run now.
 *
 * @param onStale told of the files of those that run no more
 */
export function listRunningSites(cwd: string, onStale: (file: string) => void = () => {}): RunningSite[] {
  const folder = join(cwd, RUNNING_SITES_FOLDER);
  return filesIn(folder).flatMap((name) => {
    const file = join(folder, name);
    const site = readSite(file);
    if (site && isAlive(site)) return [site];
    onStale(file);
    return [];
  });
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+\.json$/.test(name))
      .toSorted();
  } catch {
    // No site has been started here yet, or the folder is another user's.
    return [];
  }
}

function readSite(file: string): RunningSite | undefined {
  try {
    const result = v.safeParse(RunningSiteSchema, JSON.parse(readFileSync(file, "utf8")));
    return result.success ? result.output : undefined;
  } catch {
    // Half written, or of another version.
    return undefined;
  }
}

/** A process of this number, and the lock of its data folder: the number alone may be another program's by now. */
function isAlive({ pid, dataDir }: RunningSite): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be signalled, and is there.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return isFolderLocked(dataDir);
}
