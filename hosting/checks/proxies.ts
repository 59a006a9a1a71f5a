import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Whether a program is on this machine. nginx is looked for where Debian has it, too, which only root's path names. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ["-v"], { env: programPath() }).error === undefined;
}

/** The path that programs of the system are found on. */
export function programPath(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/sbin` };
}

/** What stands for the addresses and ports of a recipe during a test. */
export type NginxStandIns = { http: number; https: number; gateways: readonly [number, number] };

/**
 * A whole nginx configuration around a recipe, in a folder that goes with the test, with a certificate of its own.
 *
 * @returns the words to start nginx with
 */
export function nginxAround(recipe: string, { http, https, gateways }: NginxStandIns): string[] {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-nginx-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const asked = ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "1"];
  const made = spawnSync("openssl", [...asked, "-subj", "/CN=example.com", "-keyout", key, "-out", certificate]);
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  const here = recipe
    .replaceAll("/etc/letsencrypt/live/example.com/fullchain.pem", certificate)
    .replaceAll("/etc/letsencrypt/live/example.com/privkey.pem", key)
    .replaceAll("10.0.0.11:4000", `127.0.0.1:${gateways[0]}`)
    .replaceAll("10.0.0.12:4000", `127.0.0.1:${gateways[1]}`)
    // A machine without IPv6, as containers often are, may not listen there.
    .replaceAll(/^\s*listen \[::\].*\n/gm, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${http};`)
    .replaceAll("listen 443 ", `listen 127.0.0.1:${https} `);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, "nginx.conf"),
    [
      "daemon off; worker_processes 1;",
      `pid ${folder}/nginx.pid;`,
      process.getuid?.() === 0 ? "user root;" : "",
      "events { worker_connections 256; }",
      `http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}`,
      here,
      "}",
    ].join("\n"),
  );
  return ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
}

/** A recipe's text without its comments. */
export function readRecipe(path: string): string {
  return readFileSync(path, "utf8").replaceAll(/^\s*#.*\n/gm, "");
}
