// Every npm script starts here: `node scripts/run.mjs [--with-tools] FILE [arguments]`.
// Plain JavaScript for any Node from 20 on, because a fresh clone has nothing else yet. If the packages of the lockfile
// are missing or out of date, it installs them. Then it runs FILE under the Node that the lockfile pins, or under the
// system's Node if that is new enough. Only `--with-tools` installs the tools of tests, bench and code generation.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import module from "node:module";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldestNode = [24, 18];
/** The workspaces that build and run the site. */
const workspaces = ["gateway", "site", "protocol"];
/** Its only dependency is Node itself, as a package for each platform. */
const nodeWorkspace = "tools/node";
/**
 * Node's compile cache. Without it, a second start takes two fifths longer. It must be set before the first TypeScript
 * file loads, because that loads Node's compiler.
 */
const compileCache = process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "porchlight", "compiled");
/**
 * Settings of V8 and the C library for a small server: they take less memory and return it sooner. hosting/Dockerfile
 * has the same settings. docs/decisions/memory.md says what each one saves.
 */
const smallServer = {
  flags: ["--max-semi-space-size=2", "--v8-pool-size=1", "--no-maglev"],
  environment: {
    MALLOC_ARENA_MAX: "1",
    MALLOC_MMAP_THRESHOLD_: "1048576",
    MALLOC_TRIM_THRESHOLD_: "1048576",
  },
};
/** Interval of checks whether npm still runs, in milliseconds. */
const parentCheckMs = 500;
/** Interval of checks whether another process has finished its install, in milliseconds. */
const installCheckMs = 250;

const [major, minor] = process.versions.node.split(".").map(Number);
/** npm puts its packages first into the path, so `node` may be the packaged one, which each install replaces. */
const isPackaged = realpathSync(process.execPath).startsWith(join(realpathSync(root), "node_modules"));
const isNewEnough = !isPackaged && (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]));
const packagedNode = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** Whether npm has installed everything that is needed since the last change of the lockfile. */
function isInstalled(withTools) {
  // npm writes its own copy of the lockfile last. The copy lists the packages that npm installed.
  const copy = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(copy) || statSync(copy).mtimeMs < statSync(join(root, "package-lock.json")).mtimeMs) return false;
  const isThere = (name) => existsSync(join(root, "node_modules", name));
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, nodeWorkspace, "package.json"), "utf8"));
  return (
    (!withTools || isThere("vitest")) && (isNewEnough || !optionalDependencies[packagedNode] || isThere(packagedNode))
  );
}

function install(withTools) {
  console.log(
    withTools
      ? "Installing Porchlight's packages and the tools of its tests (some minutes, once) …"
      : "Installing what Porchlight needs (a minute or less, once) …",
  );
  const needed = isNewEnough ? workspaces : [...workspaces, nodeWorkspace];
  const what = withTools ? ["--include=dev"] : ["--omit=dev", ...needed.map((name) => `--workspace=${name}`)];
  const args = ["ci", ...what, "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  // npm sets this variable for its scripts. With it, we use the same npm, not another one on the path.
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: "inherit" };
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (done.status !== 0) stop("Installing failed. The lines above say why; is this machine connected to the internet?");
}

/** Two installs at once would remove each other's packages. So the second waits. Then everything is installed. */
function installAlone(withTools) {
  const lock = join(root, ".installing");
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (isRunning(lock)) {
      if (tries === 0) console.log(`Another command is installing packages. Waiting for it (or delete ${lock}) …`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, installCheckMs);
    } else rmSync(lock, { force: true });
  }
  process.once("exit", () => rmSync(lock, { force: true }));
  if (!isInstalled(withTools)) install(withTools);
  rmSync(lock, { force: true });
}

/** Whether the process that wrote the lock still runs. A killed process leaves its lock behind. */
function isRunning(lock) {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    // Signal 0 only checks the process. If it fails with EPERM, the process runs for another user.
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Finds the Node to use: the lockfile's if it is installed for this machine, otherwise a recent system Node. */
function findNode() {
  const program = process.platform === "win32" ? "node.exe" : "node";
  const packaged = join(root, "node_modules", packagedNode, "bin", program);
  if (existsSync(packaged)) return realpathSync(packaged);
  if (isNewEnough) return realpathSync(process.execPath);
  return stop(
    `Porchlight needs Node ${oldestNode.join(".")} or newer on this kind of machine (${process.platform} ${process.arch}); ` +
      `this is Node ${process.versions.node}. Get it from nodejs.org and try again.`,
  );
}

/**
 * npm sends SIGTERM to its shell, and the shell ends without passing it on. A gateway that is left behind would block
 * the port and the data folder. So this stops the gateway when its parent process has ended.
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

const withTools = process.argv[2] === "--with-tools";
const [file, ...args] = process.argv.slice(withTools ? 3 : 2);
const wasInstalled = isInstalled(withTools);
if (!wasInstalled) installAlone(withTools);

const node = findNode();
process.chdir(root);
const { flags, environment } = file === "scripts/start.ts" ? smallServer : { flags: [], environment: {} };
const hasFlags = flags.every((flag) => process.execArgv.includes(flag));
// Node can do this from 22.15 on. Otherwise this process has to wait for the next one, which costs memory.
const canReplace = process.execve !== undefined && process.platform !== "win32";
// An install may have put a newer Node where this one was.
const isRightNode = (wasInstalled || !isPackaged) && node === realpathSync(process.execPath);
if (isRightNode && (hasFlags || !canReplace)) {
  process.argv = [process.execPath, resolve(file), ...args];
  module.enableCompileCache(compileCache);
  whenParentIsGone(() => process.kill(process.pid, "SIGTERM"));
  await import(pathToFileURL(resolve(file)).href);
} else {
  const PATH = [dirname(node), process.env.PATH ?? ""].join(delimiter);
  const env = { ...environment, ...process.env, PATH, NODE_COMPILE_CACHE: compileCache };
  if (canReplace) {
    process.execve(node, [node, ...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)], env);
  }
  const child = spawn(node, [...flags, file, ...args], { stdio: "inherit", env });
  // A terminal sends its interrupt to the child too. Other signals reach only this process.
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
