import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { expect, onTestFinished } from "vitest";
import { type NginxStandIns, nginxAround } from "./nginx-around.ts";
import { send } from "./visitor.ts";

/** Whether this machine has a program. Debian's nginx is in a folder that only root has on its path. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ["-v"], { env: programPath() }).error === undefined;
}

/** Whether nginx can run here with visitors from several addresses. Only Linux has all of 127.0.0.0/8. */
export const canRunNginx = process.platform === "linux" && hasProgram("nginx") && hasProgram("openssl");

/** The search path for system programs. */
export function programPath(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/sbin` };
}

/** The arguments for nginx with a recipe. */
export function nginxArguments(recipe: string, standIns: NginxStandIns): string[] {
  return nginxAround(recipe, nginxFolder(), standIns);
}

/** A running nginx: its ports, and a function that stops it and returns its logs. */
type Nginx = { https: number; http: number; endAndReadLogs: () => Promise<string> };

/** Starts nginx in front of two gateways. It stops after the test. */
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

/** Creates a folder for nginx, and removes it after the test. */
function nginxFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-nginx-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Reads a recipe without its comments. */
export function readRecipe(path: string): string {
  return readFileSync(path, "utf8").replaceAll(/^\s*#.*\n/gm, "");
}
