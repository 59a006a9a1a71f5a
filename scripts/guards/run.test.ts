import { spawnSync } from "node:child_process";
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const PACKAGED = `node-${process.platform}-${process.arch}`;

/** Stands in for `npm ci`: replaces node_modules, with the packaged Node only if its workspace was named. */
const NPM = `
const { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } = require("node:fs");
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

it.skipIf(process.platform === "win32")("the first start after an update works under the packaged Node", () => {
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
