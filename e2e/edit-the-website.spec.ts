import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectNothingWrong } from "./support/axe.ts";
import { startGateway } from "./support/gateway.ts";
import { openSignedIn } from "./support/owner.ts";
import { expect, test } from "./support/test.ts";
import { heading, open, PHONE } from "./support/visitor.ts";

// docs/product.md §2, Website: the owner edits the whole site in the browser.
test.use({ ownContent: true, reducedMotion: "reduce", viewport: PHONE });

const area = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
const saved = (page: Page) => page.getByText("Saved as draft.");

/** Chromium logs failed requests itself; the page cannot prevent that. */
const refusedWith = (status: number) => new RegExp(`console error: Failed to load resource: .* status of ${status}`);

async function openWebsite(page: Page): Promise<void> {
  await openSignedIn(page);
  await page.getByRole("tab", { name: "Website" }).click();
  await expect(page.getByRole("heading", { name: "Music and shows" })).toBeVisible();
}

test("a name is changed, previewed, published and reverted; a fan sees only what is published", async ({
  page,
  context,
  gateway,
}) => {
  const file = join(gateway.contentDir, "artist.json");
  const before = readFileSync(file, "utf8");
  await openWebsite(page);
  await expectNothingWrong(page);
  await area(page, "Name and words").click();
  await expect(page.getByRole("heading", { name: "Name and words" })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Ann & the Lamps 💡");
  await expect(saved(page)).toBeVisible();
  await expectNothingWrong(page);

  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { level: 1 })).toContainText("Ann & the Lamps");
  await page.getByRole("button", { name: "Close preview" }).first().click();
  const fan = await context.newPage();
  await open(fan, "/");
  await expect(heading(fan, "Harbour Line")).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe(before);

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published. Visitors see it now.").first()).toBeVisible();
  await expect(page.locator(".dashboard-artist")).toContainText("Ann & the Lamps 💡");
  await fan.reload();
  await expect(heading(fan, "Ann & the Lamps 💡")).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe(before.replace("Harbour Line", "Ann & the Lamps 💡"));

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone. The site is as it was before.").first()).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe(before);
  await page.getByRole("button", { name: "All of the website" }).click();
  await area(page, "Earlier versions").click();
  await expect(page.getByText("Earlier version brought back")).toBeVisible();
  await expectNothingWrong(page);
});

test("a published look is the dashboard's too, without a reload, and Undo brings the one before back", async ({
  page,
}) => {
  await openWebsite(page);
  await area(page, "Colour and type").click();
  await page.locator("#value-accent").fill("#2e9e5b");
  await page.getByLabel(/^Ground/).selectOption("dawn");
  await page.getByLabel(/^Typeface/).selectOption("roman");
  await expect(saved(page)).toBeVisible();
  const html = page.locator("html");
  const title = page.getByRole("heading", { level: 1 });
  await expect(html).toHaveCSS("--accent", "#d83b65");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(html).toHaveCSS("--accent", /^(?!#d83b65)/);
  await expect(html).toHaveCSS("color-scheme", "light");
  await expect(title).toHaveCSS("font-family", /^"Instrument Serif"/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(html).toHaveCSS("--accent", "#d83b65");
  await expect(title).toHaveCSS("font-family", /^Besley|^"Besley/);
});

test("the owner opens a page's form from the page, on the site and in the preview; visitors load no part of this", async ({
  page,
}) => {
  await openSignedIn(page);
  await page.getByRole("link", { name: "View the site" }).click();
  await expect(page.getByRole("link", { name: "Edit this page" })).toBeVisible();
  await expectNothingWrong(page);
  await page.evaluate(() => {
    location.hash = "#/shop/pier-tote";
  });
  await expect(page.getByRole("button", { name: "Add To Cart" })).toBeVisible();
  await page.getByRole("link", { name: "Edit this page" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Pier tote" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit this page" })).toHaveCount(0);

  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const preview = page.frameLocator("iframe");
  await preview.locator('a[href$="/shop/osier-harbour-cap"]').first().click();
  await page.getByRole("button", { name: "Edit this page" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Osier Harbour cap" })).toBeFocused();

  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await open(page, "/shop");
  await expect(page.getByRole("link", { name: "Edit this page" })).toHaveCount(0);
  expect(requested.filter((address) => /edit-link|admin|website/.test(address))).toEqual([]);
});

test("a wrong price has an error beside its field and is not published; a show needs only a few fields", async ({
  page,
  gateway,
  noise,
}) => {
  noise.provoke(refusedWith(422));
  await openWebsite(page);
  await area(page, "Products").click();
  await page.getByRole("button", { name: "Edit Harbour Light mug" }).click();
  await page.getByLabel("Price", { exact: false }).first().fill("a lot");
  await page.getByLabel("Price", { exact: false }).first().blur();
  await expect(page.getByText("must be an amount such as 38.00")).toBeVisible();
  await expectNothingWrong(page);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const problem = page.getByRole("button", { name: /^Products: .*Price: must be an amount such as 38.00/ });
  await expect(problem).toBeVisible();
  await problem.click();
  await page.getByLabel("Price", { exact: false }).first().fill("23.00");
  await expect(page.getByText("must be an amount such as 38.00")).toHaveCount(0);

  await page.goto("/admin?website=shows");
  await page.getByRole("button", { name: "Add a show" }).click();
  await page.getByLabel("Day", { exact: true }).fill("2047-05-01");
  await page.getByLabel("Venue", { exact: true }).fill("The Lamp Room");
  await page.getByLabel("Town", { exact: true }).fill("Sudbury");
  await page.getByLabel("Country", { exact: true }).selectOption("CA");
  await page.getByLabel("Country", { exact: true }).blur();
  await expect(saved(page)).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published. Visitors see it now.").first()).toBeVisible();
  expect(readFileSync(join(gateway.contentDir, "shows.yaml"), "utf8")).toContain("id: 2047-sudbury");
  expect(readFileSync(join(gateway.contentDir, "store/products.yaml"), "utf8")).toContain("price: 23.00");
  await open(page, "/shows/2047-sudbury");
  await expect(page.getByText("The Lamp Room").first()).toBeVisible();
});

test("a text that was edited by hand meanwhile is shown beside the owner's, and the chosen one is published", async ({
  page,
  gateway,
  noise,
}) => {
  noise.provoke(refusedWith(412));
  const file = join(gateway.contentDir, "artist.json");
  const before = readFileSync(file, "utf8");
  await openWebsite(page);
  await area(page, "Name and words").click();
  await page.getByLabel("What you play").fill("Folk");
  await expect(saved(page)).toBeVisible();
  writeFileSync(file, before.replace('"Country & Americana"', '"Blues"'));
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Blues")).toBeVisible();
  await expectNothingWrong(page);
  await dialog.getByRole("button", { name: "Keep yours" }).click();
  await expect(saved(page)).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published. Visitors see it now.").first()).toBeVisible();
  expect(JSON.parse(readFileSync(file, "utf8")).subtitle).toBe("Folk");
});

test("the demo becomes the owner's site, with an empty frame, while the owner stays signed in", async ({ browser }) => {
  const gateway = await startGateway({ settings: { CONTENT_DIR: "" } });
  const context = await browser.newContext({ baseURL: gateway.url, viewport: PHONE, reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    await openSignedIn(page);
    await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: /^Make this site yours/ }).click();
    await expect(page.getByRole("heading", { name: "Make this site yours" })).toBeVisible();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Start with an empty frame" }).click();
    await expect(page.getByRole("heading", { name: "Music and shows" })).toBeVisible();

    await page.getByRole("tab", { name: "Overview" }).click();
    await expect(page.getByRole("button", { name: /^Done: Make this site yours/ })).toBeVisible();
    await page.getByRole("button", { name: /^Your name/ }).click();
    await page.getByLabel("Name to fill in").fill("Ann Lee");
    await expect(saved(page)).toBeVisible();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    // The example address of the frame is not published. The owner's takes all of its places.
    await page.getByRole("button", { name: /Where people write to you: must be your own address/ }).click();
    await page.getByLabel("Where people write to you").fill("ann@lee.example");
    await page.getByLabel("Where people write to you").press("Tab");
    await expect(saved(page)).toBeVisible();
    await expect(page.getByText("must be your own address")).toHaveCount(0);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByText("Published. Visitors see it now.").first()).toBeVisible();
    await page.getByRole("tab", { name: "Overview" }).click();
    await expect(page.getByRole("button", { name: /^Done: Your name/ })).toBeVisible();
    await page.getByRole("button", { name: "Hide these steps" }).click();
    await expect(page.getByRole("heading", { name: "First steps" })).toHaveCount(0);
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Growth" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "First steps" })).toHaveCount(0);
    await open(page, "/");
    await expect(heading(page, "Ann Lee")).toBeVisible();
  } finally {
    await context.close();
    await gateway.stop();
  }
});
