import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { COMPILE_CACHE } from "@porchlight/fixtures/prepared-pictures.ts";
import { onTestFinished } from "vitest";

/** The whole gateway in its own process, as an owner runs it. */
export type GatewayProcess = {
  url: string;
  child: ChildProcess;
  /** Everything that the process has printed so far. */
  output: () => string;
  /** Sends a signal and waits until the process ends. @returns the exit code, or the signal that ended the process */
  end: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
};

/** Options of a gateway process. Without `contentDir`, it gets a new copy of the demo's texts. */
type GatewayProcessOptions = {
  dataDir: string;
  contentDir?: string;
  port?: number;
  settings?: Record<string, string>;
  /** Its working directory, where it looks for `.env`; the repository if left out. */
  cwd?: string;
};

/** The environment of test processes that get no setting. They share Node's compile cache, as `npm start` does. */
export const BARE_ENVIRONMENT = { PATH: process.env.PATH ?? "", NODE_COMPILE_CACHE: COMPILE_CACHE };

const MAIN = join(import.meta.dirname, "../main.ts");
const REPOSITORY = join(import.meta.dirname, "../../..");

/** Registers a clean-up, which runs after the test, or after the file if its tests share something. */
type RegisterCleanUp = (tidy: () => void) => void;

/** Makes an empty folder and removes it after the test. */
export function aTestFolder(onCleanUp: RegisterCleanUp = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-gateway-"));
  onCleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Copies the demo's texts without its pictures, which take seconds to prepare. */
export function someContent(onCleanUp: RegisterCleanUp = onTestFinished): string {
  const folder = join(aTestFolder(onCleanUp), "content");
  mkdirSync(folder);
  for (const file of ["artist.json", "about.md", "privacy.md", "terms.md", "accessibility.md"]) {
    cpSync(join(demoContent(), file), join(folder, file));
  }
  return folder;
}

/** Starts the gateway and waits until it is ready or has ended. */
export async function startGateway(
  options: GatewayProcessOptions,
  onCleanUp: RegisterCleanUp = onTestFinished,
): Promise<GatewayProcess> {
  const { dataDir, contentDir = someContent(onCleanUp), port = await freePort(), settings, cwd = REPOSITORY } = options;
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
  let isReady = false;
  const ended = once(child, "exit");
  const ready = new Promise<void>((resolve) => {
    const collect = (chunk: Buffer) => {
      printed += chunk.toString();
      // Search only until the message is found: a long-running gateway prints a lot.
      isReady ||= printed.includes("Porchlight is lit");
      if (isReady) resolve();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
  });
  onCleanUp(() => {
    child.kill("SIGKILL");
  });
  await Promise.race([ready, ended]);
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

/** Signs up an address as the site's footer does. */
export async function signUp(gateway: GatewayProcess, email: string): Promise<Response> {
  const key = await anonymousKeyOf(gateway);
  return fetch(`${gateway.url}/rest/v1/newsletter_subscribers`, {
    method: "POST",
    headers: { apikey: key, Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email, status: "active", source: "website-footer", subscribed_at: "2026-01-01T00:00:00Z" }),
  });
}

/** Stored by gateway, not by URL: two gateways of one test file may use the same port one after the other. */
const keys = new WeakMap<Pick<GatewayProcess, "url">, Promise<string>>();

/** Reads the public key that a gateway sends to browsers. */
export function anonymousKeyOf(gateway: Pick<GatewayProcess, "url">): Promise<string> {
  const known = keys.get(gateway) ?? fetchKey(gateway.url);
  keys.set(gateway, known);
  return known;
}

async function fetchKey(url: string): Promise<string> {
  // The response of our own gateway has this shape.
  const config = (await (await fetch(`${url}/config.json`)).json()) as { database: { anonKey: string } };
  return config.database.anonKey;
}
