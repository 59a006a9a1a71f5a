import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath } from "../../tools/debian-packages.ts";
import { openWindow } from "./bidi.ts";
import type { Browser, BrowserOptions, Engine } from "./browser.ts";
import { startProgram } from "./program.ts";

/** Debian's Firefox, controlled by WebDriver BiDi. */
export const FIREFOX: Engine = { title: "Firefox", start: startFirefox };

async function startFirefox({ wantsLessMotion = false }: BrowserOptions = {}): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-firefox-"));
  const downloads = join(folder, "downloads");
  mkdirSync(downloads);
  const preferences = {
    "browser.download.folderList": 2,
    "browser.download.dir": downloads,
    "browser.shell.checkDefaultBrowser": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "intl.accept_languages": "en-CA, en",
    "ui.prefersReducedMotion": wantsLessMotion ? 1 : 0,
  };
  const lines = Object.entries(preferences).map(
    (entry) => `user_pref(${entry.map((word) => JSON.stringify(word)).join(", ")});`,
  );
  writeFileSync(join(folder, "user.js"), lines.join("\n"));

  const path = programPath("firefox-esr") ?? "firefox-esr";
  const words = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port=0", "about:blank"];
  const ready = (output: string) => /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1];
  const program = await startProgram(path, words, ready, { HOME: folder });
  const end = async () => {
    await program.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const { hangUp, ...window } = await openWindow(`${program.sign}/session`);
    const agent = String(await window.call("() => navigator.userAgent"));
    return {
      ...window,
      name: `Firefox ${/Firefox\/([\d.]+)/.exec(agent)?.[1]}`,
      downloads,
      async close() {
        hangUp();
        await end();
      },
    };
  } catch (cause) {
    await end();
    throw new Error("Firefox started but does not answer", { cause });
  }
}
