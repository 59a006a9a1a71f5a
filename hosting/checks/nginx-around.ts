import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Local replacements for the addresses and ports of a recipe. */
export type NginxStandIns = { http: number; https: number; gateways: readonly [number, number]; workers?: number };

/**
 * Writes a complete nginx configuration around the recipe for two gateways, with its own certificate.
 *
 * @param folder the only folder to which it writes
 * @returns the arguments for nginx
 * @throws {Error} if openssl cannot create a certificate
 */
export function nginxAround(recipe: string, folder: string, standIns: NginxStandIns): string[] {
  const { http, https, gateways, workers = 1 } = standIns;
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const request = ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "1"];
  const made = spawnSync("openssl", [...request, "-subj", "/CN=example.com", "-keyout", key, "-out", certificate]);
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  const here = recipe
    .replaceAll("/etc/letsencrypt/live/example.com/fullchain.pem", certificate)
    .replaceAll("/etc/letsencrypt/live/example.com/privkey.pem", key)
    .replaceAll("/var/log/nginx", folder)
    .replaceAll("10.0.0.11:4000", `127.0.0.1:${gateways[0]}`)
    .replaceAll("10.0.0.12:4000", `127.0.0.1:${gateways[1]}`)
    // Machines without IPv6, such as many containers, cannot listen there.
    .replaceAll(/^\s*listen \[::\].*\n/gm, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${http};`)
    .replaceAll("listen 443 ", `listen 127.0.0.1:${https} `);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, "nginx.conf"),
    [
      `daemon off; worker_processes ${workers};`,
      `pid ${folder}/nginx.pid;`,
      process.getuid?.() === 0 ? "user root;" : "",
      "events { worker_connections 256; }",
      `http { access_log ${folder}/access.log; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}`,
      here,
      "}",
    ].join("\n"),
  );
  return ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
}
