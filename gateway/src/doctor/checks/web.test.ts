import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anOutside, answering, aSite, statusesOf, systemError, the } from "../a-site.case.ts";
import type { Outside } from "../outside/outside.ts";
import type { Requester } from "../subject.ts";
import { checkWeb } from "./web.ts";

const HERE = "http://127.0.0.1:4000";
const THERE = "https://harbour.example";
const SETTINGS = { PUBLIC_URL: THERE, TRUST_PROXY: "loopback" };

type Answers = Parameters<typeof answering>[0];

const health = () => Response.json({ status: "ok" });
const config = (anonKey: string) => () => Response.json({ database: { url: THERE, anonKey } });
const HEADERS = {
  "Strict-Transport-Security": "max-age=31536000",
  "Content-Security-Policy": "default-src 'none'; script-src 'self'",
  "X-Content-Type-Options": "nosniff",
};

/** The responses of a healthy site, by URL. */
const WELL: Answers = {
  [`${HERE}/healthz`]: health,
  [`${HERE}/config.json`]: config("the key"),
  [`${THERE}/healthz`]: health,
  [`${THERE}/config.json`]: config("the key"),
  [`${THERE}/`]: () => new Response("<h1>", { headers: HEADERS }),
  "http://harbour.example/": () => new Response(null, { status: 308, headers: { Location: `${THERE}/` } }),
};

function check(answers: Answers = {}, { outside = {}, settings = SETTINGS, requester }: CheckOptions = {}) {
  return checkWeb(aSite(settings), anOutside({ fetch: answering({ ...WELL, ...answers }), ...outside }), requester);
}
type CheckOptions = { outside?: Partial<Outside>; settings?: Record<string, string>; requester?: Requester };

describe("the public address", () => {
  it("is good in every way on a healthy site", async () => {
    expect(statusesOf(await check())).toEqual({
      "web-running": "good",
      "web-answers": "good",
      "web-certificate": "good",
      "web-redirect": "good",
      "web-proxy-trust": "good",
      "web-hsts": "good",
      "web-csp": "good",
      "web-nosniff": "good",
      "web-socket": "good",
    });
  });

  it("is worth a look on a site that is not public yet, and is not requested", async () => {
    const findings = await check({}, { settings: {} });
    expect(statusesOf(findings)).toEqual({ "web-running": "good", "web-answers": "look" });
  });

  it("is bad when it cannot be reached, and the checks that need it are left out", async () => {
    const unreachable = () => Promise.reject(new TypeError("fetch failed", { cause: systemError("ECONNREFUSED") }));
    const findings = await check({ [`${THERE}/healthz`]: unreachable });
    expect(the("web-answers", findings)).toMatchObject({
      status: "bad",
      found: `${THERE} cannot be reached from here: nothing listens there.`,
    });
    expect(statusesOf(findings)).not.toHaveProperty("web-csp");
  });

  it.each([
    ["a proxy that does not reach the site", { [`${THERE}/healthz`]: () => new Response("", { status: 502 }) }],
    ["another program", { [`${THERE}/healthz`]: () => new Response("Welcome to nginx!") }],
    ["another Porchlight", { [`${THERE}/config.json`]: config("another key") }],
  ])("is bad when it reaches %s", async (_, answers) => {
    expect(the("web-answers", await check(answers as Answers)).status).toBe("bad");
  });

  it("is unknown while this site does not run, which is worth a look itself", async () => {
    const gone = () => Promise.reject(new TypeError("fetch failed", { cause: systemError("ECONNREFUSED") }));
    const findings = await check({ [`${HERE}/healthz`]: gone, [`${HERE}/config.json`]: gone });
    expect(statusesOf(findings)).toMatchObject({ "web-running": "look", "web-answers": "unknown" });
  });

  it("is bad without https", async () => {
    const findings = await check({}, { settings: { PUBLIC_URL: "http://harbour.example" } });
    expect(the("web-https", findings).status).toBe("bad");
  });
});

describe("the site on this machine", () => {
  it("is bad when it cannot write its data, or is another program", async () => {
    const full = () => Response.json({ status: "the data file cannot be written" }, { status: 503 });
    expect(the("web-running", await check({ [`${HERE}/healthz`]: full })).status).toBe("bad");
    const other = () => new Response("another program");
    expect(the("web-running", await check({ [`${HERE}/healthz`]: other })).status).toBe("bad");
  });

  it("is requested at its HOST and PORT", async () => {
    const answers = { "http://[::1]:8080/healthz": health };
    const findings = await check(answers, { settings: { ...SETTINGS, HOST: "::", PORT: "8080" } });
    expect(the("web-running", findings).status).toBe("good");
  });
});

describe("the certificate", () => {
  const shown = async (validTo: string, errorCode?: string) => {
    const certificate = {
      validFrom: new Date("2026-09-01"),
      validTo: new Date(validTo),
      ...(errorCode && { errorCode }),
    };
    return the("web-certificate", await check({}, { outside: { certificateOf: async () => certificate } }));
  };

  it("is good while it is valid for long, and worth a look when its renewal is late", async () => {
    expect(await shown("2026-12-21T12:00:00Z")).toMatchObject({
      status: "good",
      found: "It expires in 30 days.",
    });
    expect((await shown("2026-11-30")).status).toBe("look");
  });

  it("is bad when it has expired or is not trusted", async () => {
    expect((await shown("2026-11-20", "CERT_HAS_EXPIRED")).status).toBe("bad");
    expect(await shown("2026-12-21", "ERR_TLS_CERT_ALTNAME_INVALID")).toMatchObject({
      status: "bad",
      found: "Browsers refuse the site: its certificate is for another name.",
    });
  });

  it("is unknown when the server does not send one", async () => {
    const certificateOf = () => Promise.reject(systemError("ECONNREFUSED"));
    const finding = the("web-certificate", await check({}, { outside: { certificateOf } }));
    expect(finding.status).toBe("unknown");
  });
});

describe("the proxy", () => {
  it("is bad when it serves pages without https, and worth a look when nothing answers http", async () => {
    const plain = { "http://harbour.example/": () => new Response("<h1>") };
    expect(the("web-redirect", await check(plain)).status).toBe("bad");
    const closed = { "http://harbour.example/": () => Promise.reject(new TypeError("fetch failed")) };
    expect(the("web-redirect", await check(closed)).status).toBe("look");
  });

  it("needs no redirect from http when the address has a port", async () => {
    const findings = await check({}, { settings: { ...SETTINGS, PUBLIC_URL: "https://harbour.example:8443" } });
    expect(statusesOf(findings)).not.toHaveProperty("web-redirect");
  });

  it("is bad when it drops headers", async () => {
    const bare = { [`${THERE}/`]: () => new Response("<h1>", { headers: { "Content-Security-Policy": "img-src *" } }) };
    expect(statusesOf(await check(bare))).toMatchObject({ "web-hsts": "bad", "web-csp": "bad", "web-nosniff": "bad" });
  });

  it("is bad when it does not pass WebSockets on", async () => {
    const requested: string[] = [];
    const tryWebSocket = async (address: string) => {
      requested.push(address);
      return 404;
    };
    expect(the("web-socket", await check({}, { outside: { tryWebSocket } })).status).toBe("bad");
    expect(requested).toEqual(["wss://harbour.example/realtime/v1/websocket?vsn=1.0.0"]);
    const broken = () => Promise.reject(systemError("ECONNRESET"));
    expect(the("web-socket", await check({}, { outside: { tryWebSocket: broken } })).status).toBe("bad");
  });
});

describe("parts of recordings", () => {
  const SONG = `${THERE}/audio/long%20point/01.mp3`;

  async function fetchPart(answer: (request: Request) => Response) {
    const site = aSite(SETTINGS);
    const music = join(site.places?.contentDir ?? "", "music");
    mkdirSync(music);
    writeFileSync(
      join(music, "albums.yaml"),
      "albums:\n  - name: Long Point\n    type: album\n    released: 2022\n    tracks:\n" +
        "      - title: Lanterns\n        file: long point/01.mp3\n",
    );
    const findings = await checkWeb(site, anOutside({ fetch: answering({ ...WELL, [SONG]: answer }) }));
    return the("web-ranges", findings);
  }

  it("are good when they arrive", async () => {
    const part = await fetchPart(({ headers }) => {
      expect(headers.get("Range")).toBe("bytes=0-1");
      return new Response("ID", { status: 206, headers: { "Content-Range": "bytes 0-1/4096", "Content-Length": "2" } });
    });
    expect(part.status).toBe("good");
  });

  it("are bad when they arrive as a whole file, and a missing song is worth a look", async () => {
    expect((await fetchPart(() => new Response("ID3"))).status).toBe("bad");
    expect((await fetchPart(() => new Response("", { status: 404 }))).status).toBe("look");
  });
});

describe("visitors' addresses", () => {
  const trust = async (settings: Record<string, string>, requester?: Requester) =>
    the(
      "web-proxy-trust",
      await check({}, { settings: { ...SETTINGS, ...settings }, ...(requester && { requester }) }),
    );

  it("are bad on the command line when there must be a proxy and none is trusted", async () => {
    expect(await trust({ TRUST_PROXY: "off" })).toMatchObject({ status: "bad", next: "Set TRUST_PROXY=loopback" });
    expect((await trust({ TRUST_PROXY: "10.0.0.7" })).status).toBe("bad");
  });

  it("are unknown on the command line when the proxy is on another machine", async () => {
    expect((await trust({ HOST: "0.0.0.0", TRUST_PROXY: "10.0.0.0/8" })).status).toBe("unknown");
  });

  it("are good in the dashboard when the owner's own address arrived", async () => {
    const requester = { address: "198.51.100.9", forwardedFor: "198.51.100.9" };
    expect((await trust({ HOST: "0.0.0.0", TRUST_PROXY: "10.0.0.0/8" }, requester)).status).toBe("good");
  });

  it("are bad in the dashboard when the proxy is not trusted, and the finding names it", async () => {
    const requester = { address: "172.18.0.2", forwardedFor: "198.51.100.9" };
    expect(await trust({ HOST: "0.0.0.0" }, requester)).toMatchObject({
      status: "bad",
      next: "Set TRUST_PROXY=172.18.0.2",
    });
  });

  it("are bad when the proxy passes on another proxy's address, and worth a look when the proxy passes on none", async () => {
    const inner = { address: "10.0.0.9", forwardedFor: "10.0.0.9" };
    expect((await trust({ TRUST_PROXY: "10.0.0.0/8" }, inner)).status).toBe("bad");
    expect((await trust({}, { address: "127.0.0.1", forwardedFor: undefined })).status).toBe("look");
  });
});
