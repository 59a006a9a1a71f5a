import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { expect, onTestFinished } from "vitest";
import { type NginxStandIns, nginxAround } from "./nginx-around.ts";
import { send } from "./visitor.ts";

/** Whether a program is on this machine. nginx is looked for where Debian has it, too, which only root's path names. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ["-v"], { env: programPath() }).error === undefined;
}

/** Whether nginx can be tried here, with visitors of several addresses: only Linux has them all on its loopback. */
export const canRunNginx = process.platform === "linux" && hasProgram("nginx") && hasProgram("openssl");

/** The path that programs of the system are found on. */
export function programPath(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/sbin` };
}

/** The words to start nginx with around a recipe. */
export function nginxWords(recipe: string, standIns: NginxStandIns): string[] {
  return nginxAround(recipe, nginxFolder(), standIns);
}

/** nginx at work: the ports that visitors ask, and what it has written into its logs, for which it has to end. */
export type Nginx = { https: number; http: number; endAndReadLogs: () => Promise<string> };

/** Starts nginx before two gateways, until the test ends. */
export async function startNginx(recipe: string, gateways: readonly [number, number]): Promise<Nginx> {
  const [http, https, folder] = [await freePort(), await freePort(), nginxFolder()];
  const child = spawn("nginx", nginxAround(recipe, folder, { http, https, gateways }), { env: programPath() });
  const ended = once(child, "exit");
  const end = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  onTestFinished(end);
  await expect.poll(() => send({ port: https }).catch(() => undefined), { timeout: 10_000 }).toBeDefined();
  const endAndReadLogs = async () => {
    await end();
    const logs = readdirSync(folder).filter((name) => name.endsWith(".log"));
    return logs.map((name) => readFileSync(join(folder, name), "utf8")).join("");
  };
  return { https, http, endAndReadLogs };
}

/** A folder for nginx, which goes with the test. */
function nginxFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-nginx-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A recipe's text without its comments. */
export function readRecipe(path: string): string {
  return readFileSync(path, "utf8").replaceAll(/^\s*#.*\n/gm, "");
}
