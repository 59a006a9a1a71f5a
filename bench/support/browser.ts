import { type Browser, chromium } from "@playwright/test";
import { findBrowser, QUIET_PLAYWRIGHT_FLAGS } from "../../tools/browser.ts";
import { Unavailable } from "../figures.ts";

/** Opens a browser. @param debuggingPort a port for other programs that control it */
export function openBrowser(debuggingPort?: number): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Unavailable("there is no Chrome or Chromium; `npm test` installs one");
  const debugging = debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`];
  return chromium.launch({ executablePath, chromiumSandbox: false, args: [...QUIET_PLAYWRIGHT_FLAGS, ...debugging] });
}
