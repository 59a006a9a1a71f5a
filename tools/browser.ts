import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix, win32 } from "node:path";
import { chromium } from "@playwright/test";
import { run, StepFailed } from "./run-tools.ts";

/**
 * Pages of the browser's own for its address bar and its menus, at nearly half the cost of a journey and 400 ms of
 * processor for each new window, and a second renderer, made ready for a site that nobody goes on to.
 */
const OWN_PAGES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "MediaRouter",
  "OptimizationHints",
  "SpareRendererForSitePerProcess",
];

/** What Playwright switches off by itself, and would not any more. Source: playwright-core's switches for Chromium. */
const PLAYWRIGHTS = [
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

const CLOSED = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Flags by which a browser keeps to the pages it is given: no graphics card, no calls of its own to the outside. */
export const QUIET_FLAGS: readonly string[] = [...CLOSED, switchedOff(OWN_PAGES)];

/** The same for a browser that Playwright starts: of two lists of what is switched off only the last counts. */
export const QUIET_PLAYWRIGHT_FLAGS: readonly string[] = [...CLOSED, switchedOff([...OWN_PAGES, ...PLAYWRIGHTS])];

function switchedOff(features: readonly string[]): string {
  return `--disable-features=${features.join(",")}`;
}

/** What the search for a browser, and its installation, touch of this computer. */
export type Machine = {
  platform: NodeJS.Platform;
  environment: Record<string, string | undefined>;
  isRoot: boolean;
  /** Text of `/etc/os-release`; empty where there is none. */
  osRelease: string;
  exists: (path: string) => boolean;
  /** Where Playwright keeps a browser of its own, whether or not it is there. */
  playwrightBrowser: () => string;
  /** Runs a program of the system; rejects when it ends with anything but success. */
  runProgram: (program: string, words: string[]) => Promise<void>;
  /** Runs a tool of the packages; rejects likewise. */
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
 * Finds a Chrome or Chromium: the one that `CHROME_PATH` names, else where one is normally installed, else Playwright's.
 *
 * @returns the path of its program
 */
export function findBrowser(machine: Machine = thisMachine()): string | undefined {
  const named = machine.environment.CHROME_PATH;
  const places = [...(named ? [named] : []), ...usualPlaces(machine), machine.playwrightBrowser()];
  return places.find(machine.exists);
}

/**
 * Finds a browser, or installs one and says so: Debian's package as root on Debian, otherwise Playwright's own.
 *
 * @throws {StepFailed} when there is none and none could be installed, with a sentence that says what to do
 */
export async function ensureBrowser(machine: Machine = thisMachine()): Promise<string> {
  const named = machine.environment.CHROME_PATH;
  if (named && !machine.exists(named))
    machine.say(`CHROME_PATH names ${named}, which is not there; looking elsewhere.`);
  const found = findBrowser(machine);
  if (found) return found;

  machine.say("The tests need Chromium and there is none on this machine. Installing it …");
  try {
    await install(machine);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StepFailed(`Chromium could not be installed (${reason}). ${BY_HAND}`, { cause });
  }
  const installed = findBrowser(machine);
  if (!installed) throw new StepFailed(`Chromium was installed, but not where it could be found. ${BY_HAND}`);
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
  const mayInstallPackages = machine.platform === "linux" && machine.isRoot && machine.exists("/usr/bin/apt-get");
  // Ubuntu's package of that name is an empty shell around a snap, which does not run in a container.
  const isUbuntu = /^ID="?ubuntu"?$/m.test(machine.osRelease);
  if (mayInstallPackages && !isUbuntu) {
    await machine.runProgram("apt-get", ["update"]);
    await machine.runProgram("apt-get", ["install", "-y", "--no-install-recommends", "chromium"]);
    return;
  }
  // The libraries that Playwright's browser needs are the system's, which only root may add.
  const libraries = mayInstallPackages ? ["--with-deps"] : [];
  await machine.runTool("playwright", ["install", ...libraries, "--no-shell", "chromium"]);
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

function runProgram(program: string, words: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new StepFailed(`${program} ${words.join(" ")} ended with ${signal ?? code}`));
    });
  });
}
