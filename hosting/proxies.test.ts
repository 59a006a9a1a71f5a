import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { canRunNginx, hasProgram, nginxArguments, programPath, readRecipe, startNginx } from "./checks/proxies.ts";
import { send } from "./checks/visitor.ts";

const nginxRecipe = readRecipe("hosting/two-gateways/nginx.conf");
const caddyFiles = ["hosting/Caddyfile", "hosting/two-gateways/Caddyfile"] as const;

/** A gateway closes an idle connection after this many seconds. */
const GATEWAY_IDLE_SECONDS = 65;

type RecordedRequest = { method: string | undefined; headers: IncomingHttpHeaders };

/** A fake gateway that records its requests. `fail` makes it close every connection without a response. */
async function aGateway(): Promise<{ port: number; requests: RecordedRequest[]; fail: () => void; server: Server }> {
  const requests: RecordedRequest[] = [];
  let isFailing = false;
  const server = createServer(({ method, headers, socket }, response) => {
    requests.push({ method, headers });
    if (isFailing) socket.destroy();
    else response.end("answered");
  });
  server.listen(await freePort(), "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const fail = () => {
    isFailing = true;
  };
  return { port: address.port, requests, server, fail };
}

/** Visitors with different addresses. */
function visitors(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `127.0.1.${number + 1}`);
}

describe("the proxies", () => {
  it("close an idle connection to a gateway before the gateway does", () => {
    const matches = [
      /keepalive_timeout (\d+)s/.exec(nginxRecipe),
      ...caddyFiles.map((file) => /keepalive (\d+)s/.exec(readRecipe(file))),
    ];
    const seconds = matches.map((match) => Number(match?.[1]));
    expect(seconds).toHaveLength(3);
    for (const each of seconds) expect(each).toBeLessThan(GATEWAY_IDLE_SECONDS);
  });

  it.each(caddyFiles)("compress nothing a second time, and set none of our headers: %s", (file) => {
    expect(readRecipe(file)).not.toMatch(/^\s*(encode|header|request_body|tls internal)\b/m);
    expect(readRecipe(file)).toMatch(/^\{\$DOMAIN\} \{$/m);
  });

  it.each([...caddyFiles, "docs/running.md"])("write nothing of a request into Caddy's log: %s", (file) => {
    expect(readRecipe(file)).toMatch(/^\{\n\tlog default \{\n\t\tformat filter \{[^}]*fields \{\s+request delete\n/m);
  });

  // If Caddy is installed, it checks them too.
  const readable = hasProgram("caddy") ? caddyFiles : [];
  for (const file of readable)
    it(`are accepted by Caddy: ${file}`, () => {
      const env = { ...process.env, DOMAIN: "example.com", GATEWAY_1: "10.0.0.11:4000", GATEWAY_2: "10.0.0.12:4000" };
      const { status, stderr } = spawnSync("caddy", ["validate", "--adapter", "caddyfile", "--config", file], {
        env,
        encoding: "utf8",
      });
      expect(status, stderr).toBe(0);
    });
});

describe.runIf(canRunNginx)("two gateways behind nginx", () => {
  it("is accepted by nginx without a warning", () => {
    const ports = { http: 8080, https: 8443, gateways: [8081, 8082] } as const;
    const test = (recipe: string) =>
      spawnSync("nginx", ["-t", ...nginxArguments(recipe, ports)], { env: programPath(), encoding: "utf8" });
    const { status, stderr } = test(nginxRecipe);
    expect(status, stderr).toBe(0);
    expect(stderr).not.toContain("[warn]");
    expect(test(nginxRecipe.replace("consistent;", "constant;")).status).not.toBe(0);
  });

  it("passes on the visitor's own address instead of the visitor's header", async () => {
    const [one, two] = [await aGateway(), await aGateway()];
    const { https: port } = await startNginx(nginxRecipe, [one.port, two.port]);
    one.requests.length = 0;
    two.requests.length = 0;
    await send({ port, headers: { "x-forwarded-for": "203.0.113.9" }, from: "127.0.1.7" });
    const headers = [...one.requests, ...two.requests].map((request) => request.headers);
    expect(headers).toEqual([
      expect.objectContaining({ "x-forwarded-for": "127.0.1.7", "x-forwarded-proto": "https", host: "example.com" }),
    ]);
    // The connection to the gateway stays open for the next visitor.
    expect(headers[0]).not.toHaveProperty("connection");
  });

  it("passes newsletters on to the first gateway alone, and also unsubscribe requests as long as it answers", async () => {
    const [one, two] = [await aGateway(), await aGateway()];
    const { https: port } = await startNginx(nginxRecipe, [one.port, two.port]);
    for (const from of visitors(8)) {
      for (const path of ["/admin/api/newsletters/1/send", "/newsletters", "/newsletters.atom", "/unsubscribe?t=a"])
        expect(await send({ port, method: "POST", path, from }), path).toEqual({ status: 200, text: "answered" });
    }
    expect(two.requests.filter(({ method }) => method === "POST")).toEqual([]);
    one.server.close();
    one.server.closeAllConnections();
    expect(await send({ port, path: "/unsubscribe?t=a" })).toEqual({ status: 200, text: "answered" });
    expect((await send({ port, path: "/newsletters" })).status).toBe(502);
  });

  it("passes on every path unchanged", async () => {
    const [one, two] = [await aGateway(), await aGateway()];
    const { https: port } = await startNginx(nginxRecipe, [one.port, two.port]);
    for (const path of ["/admin/api/exports", "/admin/api/exports/1/file", "/realtime/v1/websocket", "/about/"]) {
      expect(await send({ port, method: "POST", path }), path).toEqual({ status: 200, text: "answered" });
    }
  });

  it("writes nothing about a request into a log, even if no gateway answers", async () => {
    const nginx = await startNginx(nginxRecipe, [await freePort(), await freePort()]);
    const signUp = "/mailing-list/subscribe/post-json?EMAIL=ann%40example.com";
    expect((await send({ port: nginx.https, path: signUp })).status).toBe(502);
    const response = await fetch(`http://127.0.0.1:${nginx.http}${signUp}`, { redirect: "manual" });
    expect(response.status).toBe(301);
    expect(await nginx.endAndReadLogs()).toBe("");
  });

  it("a visitor stays with one gateway, and each gateway gets some visitors", async () => {
    const [one, two] = [await aGateway(), await aGateway()];
    const { https: port } = await startNginx(nginxRecipe, [one.port, two.port]);
    const shares = [one, two].map((gateway) => {
      gateway.requests.length = 0;
      return () => gateway.requests.map(({ headers }) => headers["x-forwarded-for"]);
    });
    for (const method of ["GET", "POST", "GET"]) {
      for (const from of visitors(24)) await send({ port, method, from });
    }
    const [ofOne, ofTwo] = shares.map((share) => new Set(share()));
    expect(ofOne?.size).toBeGreaterThan(0);
    expect(ofTwo?.size).toBeGreaterThan(0);
    expect([...(ofOne ?? []), ...(ofTwo ?? [])].sort()).toEqual(visitors(24).sort());
  });

  it("a visitor does not notice a stopped gateway", async () => {
    const [one, two] = [await aGateway(), await aGateway()];
    const { https: port } = await startNginx(nginxRecipe, [one.port, two.port]);
    one.server.closeAllConnections();
    one.server.close();
    for (const from of visitors(24)) {
      for (const method of ["POST", "GET"]) {
        expect(await send({ port, method, from })).toEqual({ status: 200, text: "answered" });
      }
    }
  });

  it("a page is requested again if a gateway closes the connection", async () => {
    const [one, two] = [await aGateway(), await aGateway()];
    const { https: port } = await startNginx(nginxRecipe, [one.port, two.port]);
    // The start of nginx may have brought one request to either.
    for (const gateway of [one, two]) gateway.requests.length = 0;
    one.fail();
    for (const from of visitors(24)) {
      expect(await send({ port, from })).toEqual({ status: 200, text: "answered" });
    }
    // Each time anew: nginx skips no gateway for a while.
    expect(one.requests.length).toBeGreaterThan(1);
    expect(two.requests).toHaveLength(24);
  });

  it("a sign-up is not sent to the other gateway if one closes the connection: it might be stored twice", async () => {
    const [one, two] = [await aGateway(), await aGateway()];
    const { https: port } = await startNginx(nginxRecipe, [one.port, two.port]);
    for (const gateway of [one, two]) {
      gateway.requests.length = 0;
      gateway.fail();
    }
    expect((await send({ port, method: "POST" })).status).toBe(502);
    expect([...one.requests, ...two.requests]).toHaveLength(1);
  });
});
