import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { SETTING_NAMES, type SettingName, type Settings } from "../config/settings.ts";
import { isFolderLocked } from "./lock.ts";

/** Folder in which running sites record their settings. It is in the folder in which the sites were started. */
export const RUNNING_SITES_FOLDER = ".running";

/**
 * Settings that are recorded with their values, because none of them is secret. Of others only the name is recorded.
 */
const OPEN_NAMES = ["PORT", "HOST", "PUBLIC_URL", "DATA_DIR", "CONTENT_DIR", "ADMIN_EMAIL", "TRUST_PROXY", "LIMITS"];

const RunningSiteSchema = v.strictObject({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  dataDir: v.string(),
  contentDir: v.string(),
  publicUrl: v.string(),
  /** The settings of the list above that came from the site's environment, not from `.env`. */
  given: v.record(v.string(), v.string()),
  /** Names of the other settings from its environment. */
  hidden: v.array(v.string()),
});

/** A running site, as it recorded itself. */
export type RunningSite = v.InferOutput<typeof RunningSiteSchema>;

type Environment = Record<string, string | undefined>;

/**
 * Records this site, so that commands find it even if its settings were only in its environment, not in `.env`.
 *
 * @param startLine the environment as it was before `.env` was read
 * @returns a function that deletes the record
 * @throws {Error} when the folder is not writable; the site can run without the record
 */
export function recordRunningSite(cwd: string, settings: Settings, startLine: Environment): () => void {
  const folder = join(cwd, RUNNING_SITES_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Delete the records of sites that were killed.
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

/** Writes folders as absolute paths, because a command may run elsewhere. For a value in a file, writes its path. */
function openValue(name: SettingName, { dataDir, contentDir }: Settings, startLine: Environment): [string, string][] {
  if (name === "DATA_DIR") return [[name, dataDir]];
  if (name === "CONTENT_DIR") return [[name, contentDir]];
  const value = startLine[name]?.trim();
  if (value) return [[name, value]];
  const file = startLine[`${name}_FILE`]?.trim();
  return file ? [[`${name}_FILE`, resolve(file)]] : [];
}

/**
 * Lists the running sites that were started in a folder.
 *
 * @param onStale called with each record of a site that is no longer running
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
    // No site has been started here yet, or the folder belongs to another user.
    return [];
  }
}

function readSite(file: string): RunningSite | undefined {
  try {
    const result = v.safeParse(RunningSiteSchema, JSON.parse(readFileSync(file, "utf8")));
    return result.success ? result.output : undefined;
  } catch {
    // The file is incomplete, or another version wrote it.
    return undefined;
  }
}

/** Checks the process and the lock of its data folder. By now another program may have the same process id. */
function isAlive({ pid, dataDir }: RunningSite): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // We may not signal another user's process, but it exists.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return isFolderLocked(dataDir);
}
