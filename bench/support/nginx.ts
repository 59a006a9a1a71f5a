import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { newFolder } from "./folders.ts";
import { type PackedResponse, statusOf } from "./http.ts";
import { childrenOf, type Server, startServer } from "./processes.ts";

/** Headers that nginx writes itself or sets with other directives. */
const OWN_HEADERS = new Set(["content-length", "content-type", "date", "connection", "keep-alive"]);

/**
 * Starts nginx with one worker that serves the bytes of a response from a file, with the response's headers. nginx
 * always adds `Server` and `Accept-Ranges`.
 *
 * @returns the server, with the process id of its worker
 */
export async function startNginx(program: string, answer: PackedResponse): Promise<Server> {
  const folder = newFolder("nginx");
  const port = await freePort();
  // nginx serves this compressed file for / as it is.
  writeFileSync(join(folder, "page.br"), answer.body);
  writeFileSync(join(folder, "nginx.conf"), configuration(folder, port, answer));
  const words = ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
  const nginx = await startServer(program, words, port, async () => (await statusOf(port, "/")) === 200);
  return { ...nginx, pid: childrenOf(nginx.pid)[0] as number };
}

function configuration(folder: string, port: number, { headers, rawHeaders }: PackedResponse): string {
  const added: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!OWN_HEADERS.has(name.toLowerCase())) added.push(`add_header ${name} "${value.replaceAll('"', '\\"')}";`);
  }
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 1024; }
http {
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  access_log off;
  sendfile on;
  tcp_nopush on;
  etag off;
  server_tokens off;
  keepalive_timeout 65 65;
  # By default nginx closes a connection after a thousand requests.
  keepalive_requests 100000000;
  # The file stays open, so that no round pays for opening it.
  open_file_cache max=10 inactive=1h;
  open_file_cache_valid 1h;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    location = / {
      try_files /page.br =404;
      types { }
      default_type "${headers["content-type"] ?? "text/html; charset=utf-8"}";
      add_header Last-Modified "";
      ${added.join("\n      ")}
    }
  }
}
`;
}
