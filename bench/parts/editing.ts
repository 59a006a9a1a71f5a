import { cpSync } from "node:fs";
import type { Page } from "@playwright/test";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import type { Line } from "../figures.ts";
import { openBrowser } from "../support/browser.ts";
import { newFolder } from "../support/folders.ts";
import { startGateway } from "../support/gateway.ts";
import { OWNER_PASSWORD } from "../support/list-owner.ts";

const ROUNDS = 20;
/** Longest wait for the page, in milliseconds. */
const MAX_MS = 10_000;
const HEADING = "h1";

/** Measures how long it takes from a key press of the owner until the preview of the real page shows the text, in a browser. */
export async function measureEditing(): Promise<Line[]> {
  const contentDir = newFolder("content");
  cpSync(demoContent(), contentDir, { recursive: true });
  await using gateway = await startGateway({
    settings: { CONTENT_DIR: contentDir, ADMIN_PASSWORD: OWNER_PASSWORD },
  });
  await using browser = await openBrowser();
  // Wide enough for form and preview side by side.
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  page.setDefaultTimeout(MAX_MS);
  await page.goto(`${gateway.url}/admin`);
  await page.getByPlaceholder("Enter admin password").fill(OWNER_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("tab", { name: "Website" }).click();
  await page.getByRole("button", { name: /^Name and words/ }).click();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const name = page.getByLabel("Name", { exact: true });
  await page.frameLocator("iframe").locator(HEADING).waitFor();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await name.focus();
    const shown = timeUntilShown(page, `${await name.inputValue()}${round % 10}`);
    await page.keyboard.press("End");
    await page.keyboard.type(String(round % 10));
    rounds.push(await shown);
  }
  return [{ what: "From a key press to the preview of the page", rounds, unit: "ms", aim: { atMost: 300 } }];
}

/** Watches the preview from the next key press on. @returns milliseconds from the press until its heading has the text */
function timeUntilShown(page: Page, text: string): Promise<number> {
  return page.evaluate(
    ([heading, wanted]) =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        const onInput = ({ timeStamp }: Event) => {
          pressed = timeStamp;
          requestAnimationFrame(look);
        };
        const look = () => {
          const document = window.document.querySelector("iframe")?.contentDocument;
          if (document?.querySelector(heading)?.textContent?.includes(wanted)) resolve(performance.now() - pressed);
          else requestAnimationFrame(look);
        };
        addEventListener("input", onInput, { capture: true, once: true });
      }),
    [HEADING, text] as const,
  );
}
