import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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

/** The words to start nginx with around a recipe, in a folder that goes with the test. */
export function nginxWords(recipe: string, standIns: NginxStandIns): string[] {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-nginx-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return nginxAround(recipe, folder, standIns);
}

/** nginx at work, before two gateways, until the test ends. @returns the port that visitors ask by https */
export async function startNginx(recipe: string, gateways: readonly [number, number]): Promise<number> {
  const [http, https] = [await freePort(), await freePort()];
  const child = spawn("nginx", nginxWords(recipe, { http, https, gateways }), { env: programPath() });
  onTestFinished(async () => {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  });
  await expect.poll(() => send({ port: https }).catch(() => undefined), { timeout: 10_000 }).toBeDefined();
  return https;
}

/** A recipe's text without its comments. */
export function readRecipe(path: string): string {
  return readFileSync(path, "utf8").replaceAll(/^\s*#.*\n/gm, "");
}
