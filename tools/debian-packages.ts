import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const runFile = promisify(execFile);

/** Where a program of the system is. Debian keeps servers where only root's path looks. */
export function programPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Programs of the system, by the Debian package that each comes in. */
export type Packages = Readonly<Record<string, string>>;

/**
 * Installs the packages of those programs that are missing and says so: as root on Debian and its kin only.
 *
 * @returns what to do by hand, where they could not be installed
 */
export async function ensurePrograms(
  packages: Packages,
  why: string,
  say: (sentence: string) => void,
): Promise<string | undefined> {
  const missing = Object.entries(packages).flatMap(([program, name]) => (programPath(program) ? [] : [name]));
  if (missing.length === 0) return undefined;
  const byHand = `Install ${missing.join(" and ")} and try again`;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return byHand;
  say(`Installing ${missing.join(" and ")} with apt-get, ${why} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    await runFile("apt-get", ["update"], { env });
    await runFile("apt-get", ["install", "-y", "--no-install-recommends", ...missing], { env });
    return undefined;
  } catch (error) {
    return `${byHand}; apt-get failed: ${error instanceof Error ? error.message : error}`;
  }
}
