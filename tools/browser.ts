import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix, win32 } from "node:path";
import { chromium } from "@playwright/test";
import { run, StepFailed } from "./run-tools.ts";

/**
 * The browser's own pages for its address bar and menus, and a spare renderer. They take nearly half the cost of a
 * journey, and 400 ms of CPU time for each new window.
 */
const OWN_PAGES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "MediaRouter",
  "OptimizationHints",
  "SpareRendererForSitePerProcess",
];

/** What Playwright disables itself; our flag replaces its list. Source: playwright-core's switches for Chromium. */
const DISABLED_BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

const QUIET = [
  "--disable-gpu",
  // The headless shell would move letters to whole pixels, and lines would break at other places than in a real window.
  "--font-render-hinting=none",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Flags for a browser that Playwright starts, without graphics card and without requests of its own. If there are two
 * lists of disabled features, only the last counts.
 */
export const QUIET_PLAYWRIGHT_FLAGS: readonly string[] = [
  ...QUIET,
  `--disable-features=${[...OWN_PAGES, ...DISABLED_BY_PLAYWRIGHT].join(",")}`,
];

/** The parts of this computer that finding and installing a browser needs. */
export type Machine = {
  platform: NodeJS.Platform;
  environment: Record<string, string | undefined>;
  isRoot: boolean;
  /** Text of `/etc/os-release`; empty if missing. */
  osRelease: string;
  exists: (path: string) => boolean;
  /** The path of Playwright's own browser, whether or not it exists. */
  playwrightBrowser: () => string;
  /** Runs a system program; rejects if it fails. */
  runProgram: (program: string, args: string[]) => Promise<void>;
  /** Runs a tool of an npm package; rejects if it fails. */
  runTool: typeof run;
  say: (sentence: string) => void;
};

const LINUX_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/usr/bin/microsoft-edge",
];

/**
 * Debian's headless shell: the engine of Chromium without windows and menus, for a quarter less CPU time. The bench
 * measures with a whole browser, as visitors have.
 */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

const MAC_BROWSERS = ["Google Chrome", "Chromium", "Microsoft Edge"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** Below `Program Files`, `Program Files (x86)` or a user's own programs. */
const WINDOWS_BROWSERS = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Chromium\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
];

const WINDOWS_FOLDERS = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"];

const BY_HAND = "Install Chromium or Chrome by hand, or set CHROME_PATH to the program's path, and try again";

/**
 * Finds a Chrome or Chromium: the one in `CHROME_PATH`, then one in the usual places, then Playwright's.
 *
 * @returns the path of its program
 */
export function findBrowser(machine: Machine = thisMachine()): string | undefined {
  const named = machine.environment.CHROME_PATH;
  const places = [...(named ? [named] : []), ...usualPlaces(machine), machine.playwrightBrowser()];
  return places.find(machine.exists);
}

/** Finds the browser of the journeys: the one in `CHROME_PATH`, then Debian's headless shell, then any. */
export function findTestBrowser(machine: Machine = thisMachine()): string | undefined {
  const named = machine.environment.CHROME_PATH;
  return [...(named ? [named] : []), HEADLESS_SHELL].find(machine.exists) ?? findBrowser(machine);
}

/**
 * Finds a browser for the journeys, or installs one: Debian's headless shell as root on Debian, even if there is
 * another browser; otherwise Playwright's.
 *
 * @throws {StepFailed} with what to do by hand, if there is none and none could be installed
 */
export async function ensureTestBrowser(machine: Machine = thisMachine()): Promise<string> {
  const named = machine.environment.CHROME_PATH;
  if (named && !machine.exists(named))
    machine.say(`CHROME_PATH names ${named}, which does not exist. Trying other places.`);
  const found = findTestBrowser(machine);
  if (found && (found === named || found === HEADLESS_SHELL || !hasShellPackage(machine))) return found;

  machine.say(
    found
      ? "The tests take a quarter less CPU time in Chromium's headless shell. Installing it …"
      : "The tests need Chromium, and this machine has none. Installing it …",
  );
  try {
    await install(machine);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (found) {
      machine.say(`It could not be installed (${reason}). The tests run in ${found}.`);
      return found;
    }
    throw new StepFailed(`Chromium could not be installed (${reason}). ${BY_HAND}`, { cause });
  }
  const installed = findTestBrowser(machine);
  if (!installed) throw new StepFailed(`Chromium was installed, but could not be found. ${BY_HAND}`);
  machine.say(`Installed ${installed}.`);
  return installed;
}

function usualPlaces({ platform, environment }: Machine): string[] {
  switch (platform) {
    case "win32":
      return WINDOWS_FOLDERS.flatMap((name) => environment[name] ?? []).flatMap((folder) =>
        WINDOWS_BROWSERS.map((program) => win32.join(folder, program)),
      );
    case "darwin": {
      const home = environment.HOME;
      return [...MAC_BROWSERS, ...(home ? MAC_BROWSERS.map((program) => posix.join(home, program)) : [])];
    }
    default:
      return LINUX_BROWSERS;
  }
}

async function install(machine: Machine): Promise<void> {
  if (hasShellPackage(machine)) {
    await machine.runProgram("apt-get", ["update"]);
    await machine.runProgram("apt-get", ["install", "-y", "--no-install-recommends", "chromium-headless-shell"]);
    return;
  }
  // Playwright's browser needs system libraries, which only root can install.
  const libraries = canInstallPackages(machine) ? ["--with-deps"] : [];
  await machine.runTool("playwright", ["install", ...libraries, "--no-shell", "chromium"]);
}

function canInstallPackages({ platform, isRoot, exists }: Machine): boolean {
  return platform === "linux" && isRoot && exists("/usr/bin/apt-get");
}

/** Ubuntu has no such package: its Chromium is a snap, which does not run in a container. */
function hasShellPackage(machine: Machine): boolean {
  return canInstallPackages(machine) && !/^ID="?ubuntu"?$/m.test(machine.osRelease);
}

function thisMachine(): Machine {
  return {
    platform: process.platform,
    environment: process.env,
    isRoot: process.getuid?.() === 0,
    osRelease: existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "",
    exists: existsSync,
    playwrightBrowser: () => chromium.executablePath(),
    runProgram,
    runTool: run,
    say: (sentence) => console.log(sentence),
  };
}

function runProgram(program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new StepFailed(`${program} ${args.join(" ")} ended with ${signal ?? code}`));
    });
  });
}
