import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

/** Presses a button and reads the file that the browser saves. */
export async function download(page: Page, name: string): Promise<{ fileName: string; text: string }> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  const file = await saved;
  return { fileName: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}
