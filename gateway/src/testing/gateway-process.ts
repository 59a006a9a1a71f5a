import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { COMPILE_CACHE } from "@porchlight/fixtures/kept-pictures.ts";
import { onTestFinished } from "vitest";

/** The whole gateway in a process of its own, as an owner runs it. */
export type GatewayProcess = {
  url: string;
  child: ChildProcess;
  /** All it has printed so far. */
  output: () => string;
  /** Sends a signal and answers with how it ended. */
  end: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
};

/** What a test may set; a folder of its own is made for what it leaves out. */
export type GatewayProcessOptions = {
  dataDir: string;
  contentDir?: string;
  port?: number;
  settings?: Record<string, string>;
  /** Where it is started, and where its `.env` stands; else the repository. */
  cwd?: string;
};

/** What processes of tests find in their environment before any setting: as under npm, what Node compiled before. */
export const BARE_ENVIRONMENT = { PATH: process.env.PATH ?? "", NODE_COMPILE_CACHE: COMPILE_CACHE };

const MAIN = join(import.meta.dirname, "../main.ts");
const REPOSITORY = join(import.meta.dirname, "../../..");

/** Takes what is to be done once nobody needs something any more: when the test has finished, unless a file shares it. */
export type AtTheEnd = (tidy: () => void) => void;

/** An empty folder that goes with the test. */
export function aTestFolder(atTheEnd: AtTheEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-gateway-"));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of the demo's words without its pictures, which would take seconds to prepare. */
export function someContent(atTheEnd: AtTheEnd = onTestFinished): string {
  const folder = join(aTestFolder(atTheEnd), "content");
  mkdirSync(folder);
  for (const file of ["artist.json", "about.md", "privacy.md", "terms.md", "accessibility.md"]) {
    cpSync(join(demoContent(), file), join(folder, file));
  }
  return folder;
}

/** Starts the gateway and waits until it answers, or until it has ended. */
export async function startGateway(
  options: GatewayProcessOptions,
  atTheEnd: AtTheEnd = onTestFinished,
): Promise<GatewayProcess> {
  const { dataDir, contentDir = someContent(atTheEnd), port = await freePort(), settings, cwd = REPOSITORY } = options;
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    cwd,
    env: {
      ...BARE_ENVIRONMENT,
      PORT: String(port),
      DATA_DIR: dataDir,
      CONTENT_DIR: contentDir,
      LIMITS: "off",
      ...settings,
    },
  });
  let printed = "";
  let isLit = false;
  const ended = once(child, "exit");
  const lit = new Promise<void>((resolve) => {
    const collect = (chunk: Buffer) => {
      printed += chunk.toString();
      // Looked for until it is found: a gateway that works for long prints much.
      isLit ||= printed.includes("Porchlight is lit");
      if (isLit) resolve();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
  });
  atTheEnd(() => {
    child.kill("SIGKILL");
  });
  await Promise.race([lit, ended]);
  return {
    url,
    child,
    output: () => printed,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await ended;
      }
      return child.exitCode ?? child.signalCode ?? 0;
    },
  };
}

/** Signs an address up as the site's footer does. */
export async function signUp(gateway: GatewayProcess, email: string): Promise<Response> {
  const key = await anonymousKeyOf(gateway);
  return fetch(`${gateway.url}/rest/v1/newsletter_subscribers`, {
    method: "POST",
    headers: { apikey: key, Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email, status: "active", source: "website-footer", subscribed_at: "2026-01-01T00:00:00Z" }),
  });
}

/** By gateway: two of one test file may come to the same port, each with a key of its own. */
const keys = new WeakMap<Pick<GatewayProcess, "url">, Promise<string>>();

/** The public key that a gateway tells its browsers. */
export function anonymousKeyOf(gateway: Pick<GatewayProcess, "url">): Promise<string> {
  const known = keys.get(gateway) ?? fetchKey(gateway.url);
  keys.set(gateway, known);
  return known;
}

async function fetchKey(url: string): Promise<string> {
  // Our own gateway answers.
  const config = (await (await fetch(`${url}/config.json`)).json()) as { database: { anonKey: string } };
  return config.database.anonKey;
}
