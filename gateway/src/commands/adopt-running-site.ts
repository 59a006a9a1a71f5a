import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type EnvFile, loadEnvFile } from "../config/env-file.ts";
import { DATA_FILE_NAME } from "../data/data-file.ts";
import { listRunningSites, type RunningSite } from "../data/running-sites.ts";

type Environment = Record<string, string | undefined>;

/** The folder that a command needs. */
export type NeededFolder = "dataDir" | "contentDir";

/** A note to print, or a sentence that says which sites the command could mean. */
type Adopted = { ok: true; note?: string; envFile: EnvFile } | { ok: false; sentence: string };

const SETTING_OF = { dataDir: "DATA_DIR", contentDir: "CONTENT_DIR" } as const;
const DEFAULT_DATA_DIR = "data";

/**
 * Completes the environment of a command. The command's own settings come first, then the start line of the running
 * site, then `.env`. It never guesses: it fails if there are two sites, or one site and other data.
 *
 * @param cwd the folder in which sites and commands are started
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
  const others = own === undefined && needed === "dataDir" ? findOtherData(cwd, environment, envPath, folders) : [];
  if (folders.size + others.length > 1) return { ok: false, sentence: ambiguity(setting, running, needed, others) };
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

/** The data folder that the command would use without a running site, if it is another folder that holds data. */
function findOtherData(cwd: string, environment: Environment, envPath: string, running: ReadonlySet<string>): string[] {
  const withFile = { ...environment };
  loadEnvFile(envPath, withFile);
  // A DATA_DIR_FILE counts as unknown. Then the command uses the site's folder and says so.
  const folder = folderOf(withFile, SETTING_OF.dataDir, cwd) ?? resolve(cwd, DEFAULT_DATA_DIR);
  return !running.has(folder) && existsSync(join(folder, DATA_FILE_NAME)) ? [folder] : [];
}

/** Copies the settings that the command lacks from the site. @returns these settings as `NAME=value` */
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
      ? [
          `The running site was also started with ${unknown.join(", ")}: the values may be secret and are not known here.`,
        ]
      : []),
  ];
  return lines.length > 0 ? lines.join("\n") : undefined;
}

function ambiguity(
  setting: string,
  running: readonly RunningSite[],
  needed: NeededFolder,
  others: readonly string[],
): string {
  return [
    `There may be more than one site. Write the ${setting} of the right one before the command:`,
    ...running.map((site) => `  ${setting}=${site[needed]}  (runs at ${site.publicUrl})`),
    ...others.map((folder) => `  ${setting}=${folder}  (does not run)`),
  ].join("\n");
}
