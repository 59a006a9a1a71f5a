// Every npm script starts here: `node scripts/run.mjs FILE [arguments]`.
// Plain JavaScript for any Node from 20 on, because a fresh clone has nothing else yet. It installs the packages of the
// lockfile if they are missing or out of date, then runs FILE under the Node that the lockfile pins.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import module from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldestNode = [24, 18];
/**
 * Node's compile cache: without it a second start takes two fifths longer. It must be set before the first TypeScript
 * file loads, which otherwise loads Node's compiler.
 */
const compileCache = process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "porchlight", "compiled");
/** Interval of checks whether npm still runs, in milliseconds. */
const parentCheckMs = 500;

/** Whether npm finished an install after the last change of the lockfile. npm writes its own copy last. */
function isInstalled() {
  const marker = join(root, "node_modules", ".package-lock.json");
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
}

function install() {
  console.log("Installing what Porchlight needs (a minute or so, once) …");
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  // npm sets this variable for its scripts. Using the same npm avoids another one on the path.
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: "inherit" };
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (done.status !== 0) stop("Installing failed. The lines above say why; is this machine connected to the internet?");
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Finds the Node to run with: the lockfile's if there is a package for this machine, otherwise a recent system Node. */
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
 * npm sends SIGTERM to its shell, and the shell ends without passing it on. A gateway left behind would block the port
 * and the data folder, so this stops it when its parent is gone.
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

const [file, ...args] = process.argv.slice(2);
if (!isInstalled()) install();

const node = pinnedNode();
process.chdir(root);
if (node === realpathSync(process.execPath)) {
  process.argv = [process.execPath, resolve(file), ...args];
  module.enableCompileCache(compileCache);
  whenParentIsGone(() => process.kill(process.pid, "SIGTERM"));
  await import(pathToFileURL(resolve(file)).href);
} else {
  const path = `${dirname(node)}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`;
  const env = { ...process.env, PATH: path, NODE_COMPILE_CACHE: compileCache };
  const child = spawn(node, [file, ...args], { stdio: "inherit", env });
  // A terminal sends its interrupt to the child as well. Other signals reach only this process.
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
