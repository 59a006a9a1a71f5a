// The first thing every npm script runs: `node scripts/run.mjs FILE [arguments]`.
// Plain JavaScript for any Node from 20 on, since a fresh clone has nothing else yet: it installs what the
// lockfile names when that is missing or out of date, then runs FILE under the Node that the lockfile pins.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import module from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldestNode = [24, 18];
/**
 * What Node makes of the sources, kept: without it a second start takes two fifths longer. It has to be known before
 * the first TypeScript is read, which otherwise loads Node's compiler for a handful of files.
 */
const compileCache = process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "porchlight", "compiled");
/** How often to look whether npm is still there, in milliseconds. */
const parentCheckMs = 500;

/** Whether npm finished an install after the lockfile last changed. npm writes its own copy last of all. */
function isInstalled() {
  const marker = join(root, "node_modules", ".package-lock.json");
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
}

function install() {
  console.log("Installing what Porchlight needs (a minute or so, once) …");
  const words = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  // npm tells its scripts where it lives; asking that copy avoids finding another one on the path.
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: "inherit" };
  const done = npm
    ? spawnSync(process.execPath, [npm, ...words], options)
    : spawnSync("npm", words, { ...options, shell: process.platform === "win32" });
  if (done.status !== 0) stop("Installing failed. The lines above say why; is this machine connected to the internet?");
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** The Node to go on with: the lockfile's where there is a package for this machine, else a new enough system Node. */
function pinnedNode() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const packaged = join(root, "node_modules", `node-${platformName()}-${process.arch}`, "bin", name);
  if (existsSync(packaged)) return realpathSync(packaged);
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]))
    return realpathSync(process.execPath);
  return stop(
    `Porchlight needs Node ${oldestNode.join(".")} or newer on this kind of machine (${process.platform} ${process.arch}); ` +
      `this is Node ${process.versions.node}. Get it from nodejs.org and try again.`,
  );
}

/**
 * npm passes a SIGTERM to the shell that it started us in, and the shell ends without passing it on. A gateway left
 * behind would hold the port and the data folder, so it is stopped as if it had got the signal itself.
 */
function whenParentIsGone(stopIt) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stopIt();
  }, parentCheckMs);
  timer.unref();
}

function platformName() {
  return process.platform === "win32" ? "win" : process.platform;
}

const [file, ...words] = process.argv.slice(2);
if (!isInstalled()) install();

const node = pinnedNode();
process.chdir(root);
if (node === realpathSync(process.execPath)) {
  process.argv = [process.execPath, resolve(file), ...words];
  module.enableCompileCache(compileCache);
  whenParentIsGone(() => process.kill(process.pid, "SIGTERM"));
  await import(pathToFileURL(resolve(file)).href);
} else {
  const path = `${dirname(node)}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`;
  const env = { ...process.env, PATH: path, NODE_COMPILE_CACHE: compileCache };
  const child = spawn(node, [file, ...words], { stdio: "inherit", env });
  // A terminal sends its interrupt to the child as well; the other signals reach only this process.
  const forward = (signal) => child.kill(signal);
  whenParentIsGone(() => child.kill("SIGTERM"));
  process.on("SIGINT", () => {});
  process.on("SIGTERM", forward).on("SIGHUP", forward);
  child.on("exit", (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
