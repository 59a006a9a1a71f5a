import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type EnvFile, loadEnvFile } from "../config/env-file.ts";
import { DATA_FILE_NAME } from "../data/data-file.ts";
import { listRunningSites, type RunningSite } from "../data/running-sites.ts";

type Environment = Record<string, string | undefined>;

/** The folder that a command works with. */
export type NeededFolder = "dataDir" | "contentDir";

/** What was done: what to tell the person, or why the command cannot know which site is meant. */
type Adopted = { ok: true; note?: string; envFile: EnvFile } | { ok: false; sentence: string };

const SETTING_OF = { dataDir: "DATA_DIR", contentDir: "CONTENT_DIR" } as const;
const DEFAULT_OF = { dataDir: "data", contentDir: "content" } as const;

/**
 * Puts the settings of a command into its environment: those of its own line first, then those that the running site was
 * given in its start line, then those of `.env`. Two sites, or a running site and the data of another, are never guessed
 * between.
 *
 * @param cwd where sites and commands are started
 */
export function adoptRunningSite(
  cwd: string,
  environment: Environment,
  envPath: string,
  needed: NeededFolder = "dataDir",
): Adopted {
  const setting = SETTING_OF[needed];
  const own = folderOf(environment, setting, cwd);
  const running = listRunningSites(cwd).filter((site) => own === undefined || site[needed] === own);
  const isOwnUnreadable = environment[`${setting}_FILE`] !== undefined;
  if (running.length === 0 || isOwnUnreadable) return { ok: true, envFile: loadEnvFile(envPath, environment) };

  const folders = new Set(running.map((site) => site[needed]));
  const others = own === undefined && needed === "dataDir" ? dataBeside(cwd, environment, envPath, folders) : [];
  if (folders.size + others.length > 1) return { ok: false, sentence: which(setting, running, needed, others) };
  const [site] = running;
  const adopted = site ? adopt(environment, site) : [];
  const envFile = loadEnvFile(envPath, environment);
  const note = site ? noteOf(adopted, site, environment) : undefined;
  return { ok: true, ...(note !== undefined && { note }), envFile };
}

function folderOf(environment: Environment, setting: string, cwd: string): string | undefined {
  const written = environment[setting]?.trim();
  return written ? resolve(cwd, written) : undefined;
}

/** The data folder that the command would have used had no site been running, where it holds data of its own. */
function dataBeside(cwd: string, environment: Environment, envPath: string, running: ReadonlySet<string>): string[] {
  const withFile = { ...environment };
  loadEnvFile(envPath, withFile);
  // One that a file names is as good as one that is not known: the site's own is used, and said.
  const folder = folderOf(withFile, SETTING_OF.dataDir, cwd) ?? resolve(cwd, DEFAULT_OF.dataDir);
  return !running.has(folder) && existsSync(join(folder, DATA_FILE_NAME)) ? [folder] : [];
}

/** Takes over what the site was given and the command was not. */
function adopt(environment: Environment, { given }: RunningSite): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const plain = name.replace(/_FILE$/, "");
    if (environment[plain] !== undefined || environment[`${plain}_FILE`] !== undefined) return [];
    environment[name] = value;
    return `${name}=${value}`;
  });
}

function noteOf(
  adopted: readonly string[],
  { publicUrl, hidden }: RunningSite,
  environment: Environment,
): string | undefined {
  const unknown = hidden.filter((name) => environment[name] === undefined && environment[`${name}_FILE`] === undefined);
  const lines = [
    ...(adopted.length > 0
      ? [`Using what the running site (${publicUrl}) was started with: ${adopted.join(" ")}`]
      : []),
    ...(unknown.length > 0
      ? [`The running site was also started with ${unknown.join(", ")}, which may be secret and is not known here.`]
      : []),
  ];
  return lines.length > 0 ? lines.join("\n") : undefined;
}

function which(
  setting: string,
  running: readonly RunningSite[],
  needed: NeededFolder,
  others: readonly string[],
): string {
  return [
    `More than one site is meant perhaps. Say which, by ${setting} before the command:`,
    ...running.map((site) => `  ${setting}=${site[needed]}  (runs at ${site.publicUrl})`),
    ...others.map((folder) => `  ${setting}=${folder}  (does not run)`),
  ].join("\n");
}
