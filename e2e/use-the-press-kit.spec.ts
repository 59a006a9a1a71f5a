import { createReadStream } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expectNothingWrong } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";
import { open, PHONE } from "./support/visitor.ts";

test.use({ reducedMotion: "reduce", ownContent: true, gatewayOf: "the press kit" });

/** The first bytes of a download. */
async function headOf(path: string, bytes: number): Promise<string> {
  for await (const piece of createReadStream(path, { end: bytes - 1 })) return piece.toString("latin1");
  return "";
}

test("a journalist goes from About to the press kit, copies a biography and takes the files", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/about");
  await page.getByRole("link", { name: "Press kit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Press kit" })).toBeFocused();
  await expectNothingWrong(page);

  const copy = page.getByRole("button", { name: "Copy the text “Short”" });
  await copy.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Harbour Line play country songs[^<*]+Lake Effect\.$/);

  const [zip] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download everything" }).click(),
  ]);
  expect(zip.suggestedFilename()).toBe("harbour-line-press-kit.zip");
  expect(await headOf(await zip.path(), 4)).toBe("PK\u0003\u0004");
  const [plot] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Stage plot" }).click(),
  ]);
  expect(await headOf(await plot.path(), 5)).toBe("%PDF-");
  // A download leaves the page as it is.
  await expect(page.getByRole("heading", { level: 1, name: "Press kit" })).toBeVisible();
});

test.describe("without script, on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test("everything is there except the copy buttons", async ({ page }) => {
    await page.goto("/press");
    for (const name of ["Biography", "Photographs", "In the press", "Files", "Contacts"]) {
      await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
    }
    await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
    await expect(page.getByText("Photo: Ida Brandt").first()).toBeVisible();
    const [photo] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^Download: The band at the end/ }).click(),
    ]);
    expect(photo.suggestedFilename()).toBe("bio.jpg");
  });
});

test("an artist without press.md has no press kit, and nothing leads to one", async ({ page, gateway, noise }) => {
  const file = join(gateway.contentDir, "press.md");
  await rename(file, `${file}.away`);
  try {
    await expect.poll(async () => (await page.request.get("/press")).status()).toBe(404);
    noise.provoke(/status of 404/);
    await page.goto("/press");
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await open(page, "/#/press");
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await open(page, "/about");
    await expect(page.getByRole("link", { name: "Press kit" })).toHaveCount(0);
    expect(await (await page.request.get("/sitemap.xml")).text()).not.toContain("/press");
  } finally {
    await rename(`${file}.away`, file);
    await expect.poll(async () => (await page.request.get("/press")).status()).toBe(200);
  }
});
