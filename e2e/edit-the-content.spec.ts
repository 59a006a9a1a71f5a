import { appendFileSync, copyFileSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { emailDialog } from "./support/email-dialog.ts";
import { openSignedIn } from "./support/owner.ts";
import { expect, test } from "./support/test.ts";
import { open } from "./support/visitor.ts";

// docs/product.md §1: an owner edits texts and pictures in `content/` while the site runs.
test.use({ ownContent: true, reducedMotion: "reduce" });

const EDITED = ["about.md", "artist.json", "images/n1.jpg", "music/albums.yaml", "store/products.yaml"];

test.afterEach(({ gateway }) => {
  for (const file of EDITED) copyFileSync(join(demoContent(), file), join(gateway.contentDir, file));
});

/**
 * Writes a file with an old date, so that the gateway reports a mistake in it at once. With a new file the gateway
 * waits, because the file may be half uploaded.
 */
function writeLongAgo(path: string, text: string): void {
  writeFileSync(path, text);
  utimesSync(path, new Date(0), new Date(0));
}

test("an edited story shows on the next load", async ({ page, gateway }) => {
  await open(page, "/about");
  appendFileSync(join(gateway.contentDir, "about.md"), "\n\nTonight the *fog signal* is on.\n");
  await page.reload();
  await expect(page.getByText("Tonight the fog signal is on.")).toBeVisible();
  await open(page, "/");
  await page.getByRole("link", { name: "Read the story" }).click();
  await expect(page.getByText("Tonight the fog signal is on.")).toBeVisible();
});

test("the email dialog shows the part of the picture that the owner chose, by default the middle", async ({
  page,
  gateway,
}) => {
  const path = join(gateway.contentDir, "artist.json");
  const good = readFileSync(path, "utf8");
  const shown = async (focus: string) => {
    writeFileSync(path, good.replace('"focus": "right",', focus));
    await open(page, "/");
    const dialog = emailDialog(page);
    await dialog.opener.click();
    const picture = dialog.window.locator("img");
    return Number.parseFloat(await picture.evaluate((image) => getComputedStyle(image).objectPosition));
  };
  expect(await shown('"focus": "left",')).toBeLessThan(30);
  expect(await shown("")).toBe(50);
  expect(await shown('"focus": "right",')).toBeGreaterThan(70);
});

test("a broken edit is logged and the last good page stays until the file is fixed", async ({
  page,
  gateway,
  gatewayWillLog,
}) => {
  gatewayWillLog(/an edit in the content folder cannot be used/);
  const path = join(gateway.contentDir, "artist.json");
  const good = readFileSync(path, "utf8");
  await open(page, "/about");
  const tagline = page.getByRole("contentinfo").getByText(/^Country melodies|^Songs/);
  const before = await tagline.textContent();

  writeLongAgo(path, good.replace('"tagline":', '"tagline"'));
  // The gateway does not check the files at every request.
  const logged = async () => {
    await page.reload();
    return gateway.output();
  };
  await expect.poll(logged).toContain("an edit in the content folder cannot be used");
  await expect(tagline).toHaveText(before ?? "");

  writeFileSync(path, good.replace(/"tagline": ".*"/, '"tagline": "Songs from the breakwater."'));
  await page.reload();
  await expect(tagline).toHaveText("Songs from the breakwater.");
});

test("the dashboard's overview lists unusable files until they are fixed", async ({
  page,
  gateway,
  gatewayWillLog,
}) => {
  gatewayWillLog(/an edit (in|of) .* cannot be used/);
  const broken = ["about.md", "music/albums.yaml", "store/products.yaml"];
  const good = broken.map((file) => readFileSync(join(gateway.contentDir, file), "utf8"));
  await openSignedIn(page);
  const refresh = page.getByRole("button", { name: "Refresh Data" });
  const listed = page.getByRole("listitem").filter({ hasText: "The site shows what it was before." });
  await expect(refresh).toBeVisible();
  await expect(listed).toHaveCount(0);

  for (const file of broken) writeLongAgo(join(gateway.contentDir, file), "no such thing\n");
  // The gateway does not check the files at every request.
  await expect(async () => {
    await refresh.click();
    for (const file of broken)
      await expect(listed.filter({ hasText: `${file}, line 1` })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "Open Products" }).click();
  await expect(page.getByRole("tab", { name: "Website" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("heading", { name: "Products", level: 2 })).toBeVisible();

  for (const [at, file] of broken.entries()) writeFileSync(join(gateway.contentDir, file), good[at] ?? "");
  await page.getByRole("tab", { name: "Overview" }).click();
  await refresh.click();
  await expect(listed).toHaveCount(0);
});

test("a replaced picture is prepared while the site runs, and gets a new address", async ({
  page,
  gateway,
  request,
  gatewayWillLog,
}) => {
  gatewayWillLog(/Preparing 1 picture for every size of screen/);
  gatewayWillLog(/Every picture is prepared\./);
  await open(page, "/");
  const picture = page.getByRole("main").getByRole("img").first();
  const version = async () => new URL((await picture.getAttribute("src")) ?? "", gateway.url).searchParams.get("v");
  const before = await version();
  // Any picture will do, such as a screenshot of this page.
  writeFileSync(join(gateway.contentDir, "images/n1.jpg"), await page.screenshot({ type: "jpeg" }));

  // The old picture stays until the new one has a preview.
  await expect(async () => {
    await page.reload();
    await expect(picture).toHaveCount(1);
    expect(await version()).not.toBe(before);
  }).toPass();
  await expect(picture).toHaveAttribute("width", "1280");
  await expect(picture).toHaveAttribute("height", "800");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect.poll(gateway.output, { timeout: 30_000 }).toContain("Every picture is prepared.");
  const response = await request.get((await picture.getAttribute("src")) ?? "");
  expect(response.headers()["cache-control"]).toContain("immutable");
});
