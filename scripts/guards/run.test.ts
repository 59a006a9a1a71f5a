import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const PACKAGED = `node-${process.platform}-${process.arch}`;

/**
 * Stands in for `npm ci`: replaces node_modules, with the packaged Node only if its workspace was named. While the file
 * `slow` exists, it begins but does not end.
 */
const NPM = `
const { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } = require("node:fs");
appendFileSync("begun", "begun ");
while (existsSync("slow")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
const args = process.argv.slice(2);
const keeps = args.includes("--workspace=tools/node");
renameSync("node_modules/${PACKAGED}/bin/node", "node-of-npm");
rmSync("node_modules", { recursive: true });
mkdirSync("node_modules/${PACKAGED}/bin", { recursive: true });
if (keeps) renameSync("node-of-npm", "node_modules/${PACKAGED}/bin/node");
writeFileSync("node_modules/.package-lock.json", "{}");
console.log("installed", args[0]);
`;

/** A clone that was installed with the packaged Node before its lockfile changed. */
function anUpdatedClone() {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const node = join(folder, `node_modules/${PACKAGED}/bin/node`);
  mkdirSync(dirname(node), { recursive: true });
  try {
    linkSync(process.execPath, node);
  } catch {
    // The temporary folder is on another disk.
    copyFileSync(process.execPath, node);
  }
  mkdirSync(join(folder, "scripts"));
  copyFileSync(join(ROOT, "scripts/run.mjs"), join(folder, "scripts/run.mjs"));
  write("tools/node/package.json", JSON.stringify({ optionalDependencies: { [PACKAGED]: "1" } }));
  write("node_modules/.package-lock.json", "{}");
  write("package-lock.json", "{}");
  utimesSync(join(folder, "node_modules/.package-lock.json"), 1, 1);
  write("npm.cjs", NPM);
  write("print.mjs", "console.log('ran under', process.execPath);");
  return { folder, node };
}

const onPosix = it.skipIf(process.platform === "win32");

onPosix("the first start after an update works under the packaged Node", () => {
  const { folder, node } = anUpdatedClone();
  const { stdout, stderr, status } = spawnSync(node, ["scripts/run.mjs", "print.mjs"], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH, npm_execpath: join(folder, "npm.cjs") },
  });
  expect(stderr).toBe("");
  expect(stdout).toContain(`installed ci\nran under ${node}`);
  expect(status).toBe(0);
});

/** Starts the script in a clone under this Node, as a process group of its own. */
function start(folder: string) {
  const child = spawn(process.execPath, ["scripts/run.mjs", "print.mjs"], {
    cwd: folder,
    detached: true,
    env: { PATH: process.env.PATH, npm_execpath: join(folder, "npm.cjs") },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const ended = once(child, "exit");
  return {
    printed: () => printed,
    ended,
    /** Kills it, and what it has started, as a power cut would. */
    kill: () => process.kill(-(child.pid ?? 0), "SIGKILL"),
  };
}

const textOf = (folder: string, file: string) =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : "";

onPosix("two starts at once install once", async () => {
  const { folder } = anUpdatedClone();
  writeFileSync(join(folder, "slow"), "");
  const first = start(folder);
  await expect.poll(() => textOf(folder, "begun")).toBe("begun ");
  const second = start(folder);
  await expect.poll(second.printed).toContain("Another command is installing packages");
  rmSync(join(folder, "slow"));
  expect([(await first.ended)[0], (await second.ended)[0]]).toEqual([0, 0]);
  expect(textOf(folder, "begun")).toBe("begun ");
  for (const one of [first, second]) expect(one.printed()).toContain("ran under");
});

onPosix("an install that was killed is repeated by the next start", async () => {
  const { folder } = anUpdatedClone();
  writeFileSync(join(folder, "slow"), "");
  const killed = start(folder);
  await expect.poll(() => textOf(folder, "begun")).toBe("begun ");
  killed.kill();
  await killed.ended;
  rmSync(join(folder, "slow"));
  const next = start(folder);
  expect((await next.ended)[0]).toBe(0);
  expect(next.printed()).toContain("installed ci\nran under");
});
