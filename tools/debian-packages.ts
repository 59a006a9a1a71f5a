import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const runFile = promisify(execFile);

/** Finds a system program. Debian installs servers in folders that only root has on its path. */
export function programPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** System programs, and the Debian package of each. */
type Packages = Readonly<Record<string, string>>;

/**
 * Installs the packages of missing programs, but only as root on Debian and its derivatives.
 *
 * @returns what to do by hand if they could not be installed
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
