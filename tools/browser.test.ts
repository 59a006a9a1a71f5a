import { expect, it } from "vitest";
import { ensureTestBrowser, findBrowser, findTestBrowser, type Machine } from "./browser.ts";
import { StepFailed } from "./run-tools.ts";

const SHELL = "/usr/bin/chromium-headless-shell";
const PLAYWRIGHTS = "/home/ann/.cache/ms-playwright/chromium/chrome";

type Traces = { commands: string[]; sentences: string[]; files: Set<string> };

/** A machine with these files, and what was done on it. Installing the package leaves the shell, as Debian's does. */
function aMachine(files: string[] = [], overrides: Partial<Machine> = {}): Machine & Traces {
  const traces: Traces = { commands: [], sentences: [], files: new Set(files) };
  return {
    ...traces,
    platform: "linux",
    environment: {},
    isRoot: false,
    osRelease: 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\n',
    exists: (path) => traces.files.has(path),
    playwrightBrowser: () => PLAYWRIGHTS,
    runProgram: async (program, args) => {
      traces.commands.push([program, ...args].join(" "));
      if (args.includes("chromium-headless-shell")) traces.files.add(SHELL);
    },
    runTool: async (tool, args) => {
      traces.commands.push([tool, ...args].join(" "));
      traces.files.add(PLAYWRIGHTS);
    },
    say: (sentence) => traces.sentences.push(sentence),
    ...overrides,
  };
}

const fails = async () => {
  throw new Error("no network");
};

it("the browser that CHROME_PATH names comes before all others", () => {
  const machine = aMachine(["/usr/bin/chromium", "/opt/my-chrome"], { environment: { CHROME_PATH: "/opt/my-chrome" } });
  expect(findBrowser(machine)).toBe("/opt/my-chrome");
});

it("on Linux Chromium comes first, then Chrome, then the snap, then Edge, then Playwright's own", () => {
  const order = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/snap/bin/chromium",
    "/usr/bin/microsoft-edge",
    PLAYWRIGHTS,
  ];
  const machine = aMachine(order);
  const found: (string | undefined)[] = [];
  for (const path of order) {
    found.push(findBrowser(machine));
    machine.files.delete(path);
  }
  expect(found).toEqual(order);
  expect(findBrowser(machine)).toBeUndefined();
});

it("on macOS it looks in the applications of the machine, then of the user", () => {
  const own = "/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium";
  const shared = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  const mac = { platform: "darwin" as const, environment: { HOME: "/Users/ann" } };
  expect(findBrowser(aMachine([own, shared], mac))).toBe(shared);
  expect(findBrowser(aMachine([own, "/usr/bin/chromium"], mac))).toBe(own);
});

it("on Windows it looks in every folder for programs that the system names", () => {
  const edge = "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe";
  const chrome = "C:\\Users\\ann\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe";
  const windows = {
    platform: "win32" as const,
    environment: {
      PROGRAMFILES: "C:\\Program Files",
      "PROGRAMFILES(X86)": "C:\\Program Files (x86)",
      LOCALAPPDATA: "C:\\Users\\ann\\AppData\\Local",
    },
  };
  expect(findBrowser(aMachine([edge], windows))).toBe(edge);
  expect(findBrowser(aMachine([chrome], windows))).toBe(chrome);
});

it("the journeys run in the headless shell, if CHROME_PATH names no browser", () => {
  const machine = aMachine(["/usr/bin/chromium", SHELL, "/opt/my-chrome"]);
  expect(findTestBrowser(machine)).toBe(SHELL);
  expect(findTestBrowser({ ...machine, environment: { CHROME_PATH: "/opt/my-chrome" } })).toBe("/opt/my-chrome");
  machine.files.delete(SHELL);
  expect(findTestBrowser(machine)).toBe("/usr/bin/chromium");
});

it.each([
  ["Chrome, where Debian's packages cannot be installed", "/usr/bin/google-chrome", {}],
  ["the headless shell", SHELL, {}],
  ["the browser in CHROME_PATH", "/opt/my-chrome", { environment: { CHROME_PATH: "/opt/my-chrome" } }],
])("nothing is installed or printed if there is %s", async (_what, path, overrides) => {
  const files = path === "/usr/bin/google-chrome" ? [path] : [path, "/usr/bin/apt-get"];
  const machine = aMachine(files, { isRoot: true, ...overrides });
  expect(await ensureTestBrowser(machine)).toBe(path);
  expect(machine.commands).toEqual([]);
  expect(machine.sentences).toEqual([]);
});

it("a CHROME_PATH that does not exist is reported, and another browser is used", async () => {
  const machine = aMachine(["/usr/bin/chromium"], { environment: { CHROME_PATH: "/opt/gone" } });
  expect(await ensureTestBrowser(machine)).toBe("/usr/bin/chromium");
  expect(machine.sentences.join()).toContain("/opt/gone");
});

it("root on Debian gets Debian's package, and a message says so", async () => {
  const machine = aMachine(["/usr/bin/apt-get"], { isRoot: true });
  expect(await ensureTestBrowser(machine)).toBe(SHELL);
  expect(machine.commands).toEqual([
    "apt-get update",
    "apt-get install -y --no-install-recommends chromium-headless-shell",
  ]);
  expect(machine.sentences[0]).toContain("Installing");
});

it("root on Debian gets the package beside another browser, which is used if it cannot be installed", async () => {
  const files = ["/usr/bin/apt-get", "/usr/bin/chromium"];
  expect(await ensureTestBrowser(aMachine(files, { isRoot: true }))).toBe(SHELL);
  const machine = aMachine(files, { isRoot: true, runProgram: fails });
  expect(await ensureTestBrowser(machine)).toBe("/usr/bin/chromium");
  expect(machine.sentences.join()).toMatch(/no network.*\/usr\/bin\/chromium/);
});

it("root on Ubuntu, whose package is a snap, gets Playwright's browser with the libraries it needs", async () => {
  const machine = aMachine(["/usr/bin/apt-get"], { isRoot: true, osRelease: "NAME=Ubuntu\nID=ubuntu\n" });
  expect(await ensureTestBrowser(machine)).toBe(PLAYWRIGHTS);
  expect(machine.commands).toEqual(["playwright install --with-deps --no-shell chromium"]);
});

it.each([
  ["someone who is not root", aMachine(["/usr/bin/apt-get"])],
  ["root of another kind of Linux", aMachine([], { isRoot: true, osRelease: "ID=fedora\n" })],
  ["someone with a Mac", aMachine([], { platform: "darwin", environment: { HOME: "/Users/ann" } })],
])("%s gets Playwright's browser", async (_who, machine) => {
  expect(await ensureTestBrowser(machine)).toBe(PLAYWRIGHTS);
  expect(machine.commands).toEqual(["playwright install --no-shell chromium"]);
});

it.each([
  ["Debian's package", aMachine(["/usr/bin/apt-get"], { isRoot: true, runProgram: fails })],
  ["Playwright's browser", aMachine([], { runTool: fails })],
])("when %s cannot be installed it says why and what to do", async (_what, machine) => {
  const failure = await ensureTestBrowser(machine).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StepFailed);
  expect(String(failure)).toContain("no network");
  expect(String(failure)).toMatch(/Install Chromium .*by hand.*CHROME_PATH/);
});

it("when an installation leaves no browser behind it says what to do", async () => {
  const machine = aMachine(["/usr/bin/apt-get"], { isRoot: true, runProgram: async () => {} });
  await expect(ensureTestBrowser(machine)).rejects.toThrow(/could not be found.*CHROME_PATH/);
});
