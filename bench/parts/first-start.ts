import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { isPreparing } from "@porchlight/fixtures/prepared-pictures.ts";
import type { Figure, Line } from "../figures.ts";
import { ROOT } from "../support/folders.ts";
import { statusOf } from "../support/http.ts";
import { childrenOf, end, endWithUs, needProcessAccounting, residentMegabytes } from "../support/processes.ts";
import { openSmallMachine } from "../support/small-machine.ts";
import { userEnvironment } from "../support/user-environment.ts";

/** Interval of checks, and the longest time that a first start may take, in milliseconds. */
const CHECK_EVERY_MS = 20;
const MAX_MS = 600_000;
/** How long the site is idle before its memory is read, in milliseconds: V8 returns memory after 8 seconds. */
const REST_MS = 15_000;

const NOTE = "npm's cache is warm after the first such install on a machine";

/** Measures `npm start` in an empty clone, then the same on a small server. */
export async function measureFirstStart(say: (sentence: string) => void): Promise<Line[]> {
  needProcessAccounting();
  const lines = await startFirst(["npm", "start"], linesOfClone);
  say("the first start of this machine is measured");
  const small = openSmallMachine();
  const what = "The same with one core, 1 GB of memory and no swap: first page after";
  if (!small) return [...lines, { what, missing: "this program may not create control groups" }];
  try {
    const ofSmall = await startFirst(small.enter("npm start"), ({ firstPage, prepared }) => [
      seconds(what, firstPage),
      seconds("every picture is prepared after", prepared),
      {
        what: "processes that the kernel killed for memory",
        rounds: [small.countKilled()],
        unit: "",
        aim: { atMost: 0 },
      },
    ]);
    return [...lines, ...ofSmall];
  } finally {
    small.end();
  }
}

/** What happened in a first start; times are in milliseconds since its beginning. */
type FirstStart = {
  clone: string;
  installed: number;
  installedMegabytes: number;
  firstPage: number;
  prepared: number;
  memory: number;
};

function linesOfClone({ clone, installed, installedMegabytes, firstPage, prepared, memory }: FirstStart): Line[] {
  return [
    { what: "Packages", rounds: [countPackages(clone)], unit: "", aim: { atMost: 150 } },
    { what: "Installed, with Node", rounds: [installedMegabytes], unit: "MB", aim: { atMost: 350 } },
    seconds("npm start in an empty clone: installed after", installed, { note: NOTE }),
    seconds("first page after", firstPage, { aim: { atMost: 25 } }),
    seconds("of which building and starting", firstPage - installed, { aim: { atMost: 5 } }),
    seconds("every picture is prepared after", prepared, { aim: { atMost: 60 } }),
    { what: "Memory at rest after a first start", rounds: [memory], unit: "MB", aim: { atMost: 120 } },
  ];
}

function seconds(what: string, ms: number, more: Partial<Figure> = {}): Figure {
  return { what, rounds: [ms / 1000], unit: "s", ...more };
}

/** Runs a start command in an empty clone, until it is at rest. */
async function startFirst(command: string[], linesOf: (start: FirstStart) => Line[]): Promise<Line[]> {
  // Not in this clone's cache, because Node runs no TypeScript in a folder named node_modules.
  const clone = mkdtempSync(join(tmpdir(), "porchlight-first-start-"));
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", ROOT, clone]);
  const dataDir = join(clone, "data");
  mkdirSync(dataDir);
  const port = await freePort();
  const environment = { ...userEnvironment(), PORT: String(port), DATA_DIR: dataDir, HOST: "127.0.0.1" };
  const began = performance.now();
  const [program = "", ...words] = command;
  const child = spawn(program, words, {
    cwd: clone,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  endWithUs(child, true);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  /** Waits for an event. @returns the milliseconds since the start */
  const until = async (what: string, hasHappened: () => boolean | Promise<boolean>) => {
    while (!(await hasHappened())) {
      if (child.exitCode !== null) throw new Error(`The first start ended before ${what}.\n${output}`);
      if (performance.now() - began > MAX_MS) throw new Error(`The first start took too long: ${what}.\n${output}`);
      await pause(CHECK_EVERY_MS);
    }
    return performance.now() - began;
  };
  try {
    const installed = await until("the install", () => output.includes("Building the site"));
    // Now, because later the folder also holds caches.
    const installedMegabytes = megabytesOf(clone);
    const firstPage = await until("the first page", async () => (await statusOf(port, "/")) === 200);
    const prepared = await until("the last picture", () => !isPreparing(output));
    await pause(REST_MS);
    const memory = residentMegabytes(innermostOf(child.pid ?? 0));
    return linesOf({ clone, installed, installedMegabytes, firstPage, prepared, memory });
  } finally {
    await end(child, "SIGTERM", true);
    rmSync(clone, { recursive: true, force: true });
  }
}

/** The process at the end of a chain: npm starts a shell, and the shell starts the site. */
function innermostOf(pid: number): number {
  const [child] = childrenOf(pid);
  return child === undefined ? pid : innermostOf(child);
}

function countPackages(folder: string): number {
  // Written by npm: the packages that it installed, and links to our own workspaces.
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")) as {
    packages: Record<string, { link?: boolean }>;
  };
  return Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link).length;
}

function megabytesOf(folder: string): number {
  return Number(execFileSync("du", ["-sm", join(folder, "node_modules")], { encoding: "utf8" }).split("\t")[0]);
}
