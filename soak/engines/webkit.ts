import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { programPath } from "../../tools/debian-packages.ts";
import type { Browser, BrowserOptions, Engine } from "./browser.ts";
import { startProgram } from "./program.ts";
import { askDriver, openSession } from "./webdriver.ts";

/** Path pattern of WebKitGTK's MiniBrowser on Debian. */
export const MINI_BROWSER = "/usr/lib/*/webkit*gtk-*/MiniBrowser";

/** Timeouts in milliseconds: of opening a window with its first page, and of one try to load that page. */
const WINDOW_MS = 30_000;
const FIRST_PAGE_MS = 3_000;

/** Debian's WebKit in WebKitGTK's MiniBrowser. Every browser on an iPhone uses this engine. */
export const WEBKIT: Engine = { title: "WebKit", start: startWebKit };

async function startWebKit({ wantsLessMotion = false }: BrowserOptions = {}): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-webkit-"));
  const downloads = join(folder, "downloads");
  const settings = join(folder, "settings");
  for (const each of [downloads, join(settings, "gtk-3.0")]) mkdirSync(each, { recursive: true });
  writeFileSync(join(settings, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  writeFileSync(
    join(settings, "gtk-3.0/settings.ini"),
    `[Settings]\ngtk-enable-animations=${wantsLessMotion ? 0 : 1}\n`,
  );

  const ends: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
  const end = async () => {
    for (const each of ends.toReversed()) await each();
  };
  try {
    // Xvfb finds a free display number itself and prints it.
    const screen = await startProgram(
      programPath("Xvfb") ?? "Xvfb",
      ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
      (output) => /^(\d+)\n/m.exec(output)?.[1],
    );
    ends.push(screen.end);
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const isReady = () =>
      askDriver(`${address}/status`, "GET").then(
        () => true,
        () => undefined,
      );
    const driver = await startProgram(
      programPath("WebKitWebDriver") ?? "WebKitWebDriver",
      [`--port=${port}`],
      isReady,
      {
        DISPLAY: `:${screen.sign}`,
        HOME: folder,
        XDG_CONFIG_HOME: settings,
        XDG_DATA_HOME: join(folder, "data"),
        XDG_CACHE_HOME: join(folder, "cache"),
        // Without a language, WebKit's Intl throws for every date.
        LANG: "en_CA.UTF-8",
      },
    );
    ends.push(driver.end);
    const session = await openSession(address, {
      browserName: "MiniBrowser",
      pageLoadStrategy: "none",
      "webkitgtk:browserOptions": {
        binary: globSync(MINI_BROWSER)[0] ?? "MiniBrowser",
        args: ["--automation", "--javascript-can-open-windows-automatically=true"],
      },
    });
    ends.push(session.end);
    await openNarrowWindow(session);
    return { ...session, name: `WebKitGTK ${session.version}`, downloads, close: end };
  } catch (cause) {
    await end();
    throw new Error("WebKit started but does not answer", { cause });
  }
}

/** Switches to a window without a toolbar, because one with a toolbar cannot be as narrow as a phone. */
async function openNarrowWindow(session: Awaited<ReturnType<typeof openSession>>): Promise<void> {
  const [first] = await session.handles();
  await session.call(`() => { open("about:blank", "_blank", "popup,toolbar=no,location=no,menubar=no") }`);
  const deadline = performance.now() + WINDOW_MS;
  while (performance.now() < deadline) {
    const second = (await session.handles()).find((handle) => handle !== first);
    if (second === undefined) continue;
    await session.switchTo(second);
    // Commands sometimes get lost while the window opens.
    const isOpen = await session.open("data:text/html,open", FIRST_PAGE_MS).then(
      () => true,
      () => false,
    );
    if (isOpen) return;
  }
  throw new Error("No second window opened.");
}
