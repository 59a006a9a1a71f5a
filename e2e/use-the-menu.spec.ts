import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";
import { fontsReady, open, PHONE } from "./support/visitor.ts";

// docs/product.md §2, Layout and Navigation.

const bar = (page: Page) => {
  const navigation = page.getByRole("navigation", { name: "Main" });
  return {
    menu: navigation.getByRole("button", { name: "Menu" }),
    about: navigation.getByRole("link", { name: "About" }),
    watch: navigation.getByRole("link", { name: "Watch (opens in a new tab)" }),
    contact: navigation.getByRole("link", { name: "Contact (opens in a new tab)" }),
    title: page.getByRole("banner").getByRole("link", { name: "Harbour Line", exact: true }),
  };
};

test("from 1250 px the links are in a row, below that in a menu", async ({ page }) => {
  const { menu, about, watch, contact } = bar(page);
  await page.setViewportSize({ width: 1250, height: 800 });
  await open(page, "/#/about");
  await expect(menu).toBeHidden();
  for (const link of [about, watch, contact]) await expect(link).toBeVisible();

  await page.setViewportSize({ width: 1249, height: 800 });
  await expect(menu).toBeVisible();
  for (const link of [about, watch, contact]) await expect(link).toBeHidden();

  await menu.click();
  await expect(about).toBeVisible();
  await page.setViewportSize({ width: 1250, height: 800 });
  await expect(menu).toBeHidden();
  await expect(about).toBeVisible();
});

test("the links lead to About, the music, the shows, the shop, the video channel and the artist's messages", async ({
  page,
}) => {
  await open(page, "/");
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(links).toHaveText([/^About$/, /^Listen$/, /^Shows$/, /^Watch/, /^Merchandise$/, /^Contact/]);
  const { watch, contact } = bar(page);
  await expect(watch).toHaveAttribute("href", "https://youtube.example/@harbourline/videos");
  await expect(contact).toHaveAttribute("href", "https://instagram.example/direct/harbourline");
  for (const link of [watch, contact]) {
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", /noopener/);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the menu's screens load while it opens, and then open without a request for their files", async ({ page }) => {
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    const screens = () => requested.filter((path) => path.startsWith("/content/"));
    await open(page, "/");
    expect(screens()).toEqual([]);
    const { menu, about } = bar(page);
    await menu.click();
    await expect
      .poll(() => screens().sort())
      .toEqual(["/content/about.json", "/content/music.json", "/content/shop.json", "/content/shows.json"]);
    await page.waitForLoadState("networkidle");
    requested.length = 0;
    await about.click();
    await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeVisible();
    expect(requested.filter((path) => /^\/(assets|content)\//.test(path))).toEqual([]);
  });

  test("the menu opens and closes by its button; Escape and a click outside close it, a click inside does not", async ({
    page,
  }) => {
    const { menu, about } = bar(page);
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await open(page, "/#/about");
    await expect(menu).toHaveAttribute("aria-expanded", "false");
    // The links of a closed menu cannot take the focus.
    await menu.focus();
    await page.keyboard.press("Tab");
    await expect(links.and(page.locator(":focus"))).toHaveCount(0);

    await menu.click();
    await expect(menu).toHaveAttribute("aria-expanded", "true");
    await expect(about).toBeVisible();
    await menu.click();
    await expect(about).toBeHidden();
    await expect(menu).toHaveAttribute("aria-expanded", "false");

    await menu.click();
    await about.focus();
    await page.keyboard.press("Escape");
    await expect(about).toBeHidden();
    await expect(menu).toBeFocused();

    await menu.click();
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("list")
      .click({ position: { x: 4, y: 4 } });
    await expect(about).toBeVisible();
    await page.getByRole("main").click({ position: { x: 20, y: 620 } });
    await expect(about).toBeHidden();
    await expect(page).toHaveURL("/#/about");

    // With a closed menu Escape does not move the focus.
    const field = page.getByRole("textbox", { name: "Email" });
    await field.focus();
    await page.keyboard.press("Escape");
    await expect(field).toBeFocused();
  });

  test("a press outside closes the menu and does not follow a link under it", async ({ page }) => {
    const { menu, about } = bar(page);
    await open(page, "/#/shop");
    const mug = page.getByRole("link", { name: "Harbour Light mug" });
    await mug.scrollIntoViewIfNeeded();
    await menu.focus();
    await page.keyboard.press("Enter");
    await expect(about).toBeVisible();
    await mug.click();
    await expect(about).toBeHidden();
    await expect(page).toHaveURL(/#\/shop$/);
    await mug.click();
    await expect(page).toHaveURL(/#\/shop\/harbour-light-mug$/);
  });

  test("the menu closes after a click on a link, on a link that opens another tab, and on the title", async ({
    page,
    context,
    noise,
  }) => {
    noise.provoke(/request to another origin: https:\/\/youtube\.example/);
    await context.route("https://youtube.example/**", (route) => route.fulfill({ body: "videos" }));
    const { menu, about, watch, title } = bar(page);
    await open(page, "/");
    await menu.click();
    const opened = context.waitForEvent("page");
    await watch.click();
    const tab = await opened;
    await expect(tab).toHaveURL("https://youtube.example/@harbourline/videos");
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
    await expect(watch).toBeHidden();

    await menu.click();
    await about.click();
    await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeFocused();
    await expect(about).toBeHidden();
    await expect(menu).toHaveAttribute("aria-expanded", "false");

    await menu.click();
    await title.click();
    await expect(page).toHaveURL("/");
    await expect(about).toBeHidden();
  });
});

test.describe("the cart's icon", () => {
  test.use({ reducedMotion: "reduce" });

  for (const width of [PHONE.width, 800, 1280, 1920]) {
    test(`is at the same place as the cart's close button, in a window ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(page, "/");
      const icon = page.getByRole("button", { name: "Cart, 0 items" });
      await expect(icon).toBeVisible();
      await fontsReady(page);
      const place = await icon.boundingBox();
      if (!place) throw new Error("The icon is not there");
      await icon.press("Enter");
      await expect(page.getByRole("dialog", { name: "CART" })).toBeVisible();
      await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(icon).toBeFocused();
    });
  }

  test("opens the cart after a double click", async ({ page }) => {
    await open(page, "/");
    await page.getByRole("button", { name: "Cart, 0 items" }).dblclick();
    await expect(page.getByRole("dialog", { name: "CART" })).toBeVisible();
    await page.getByRole("button", { name: "No", exact: true }).click();
    await page.getByRole("button", { name: "Cart, 0 items" }).dblclick();
    await expect(page.getByRole("dialog", { name: "CART" })).toBeVisible();
  });
});

test("the current screen is marked in the navigation and in the footer", async ({ page }) => {
  const marked = page.locator('[aria-current="page"]');
  await open(page, "/");
  await expect(marked).toHaveText(["Harbour Line"]);
  await page.getByRole("link", { name: "Read the story" }).click();
  await expect(marked).toHaveText(["About"]);
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await expect(marked).toHaveText(["Terms of Service"]);
});

test("the title links to Home; on Home it is visible only while it has the focus", async ({ page }) => {
  const { title } = bar(page);
  await open(page, "/#/about");
  await title.click();
  await expect(page).toHaveURL("/");
  await expect(title).toHaveCSS("opacity", "0");
  await page.keyboard.press("Shift+Tab");
  await title.focus();
  await expect(title).toBeFocused();
  await expect(title).toHaveCSS("opacity", "1");
});

test("the footer names the artist, and leads to the legal pages", async ({ page }) => {
  await open(page, "/#/about");
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByText("Harbour Line", { exact: true })).toBeVisible();
  await expect(footer.getByText("Country melodies from the Great Lakes, with rock and Americana")).toBeVisible();
  await expect(footer.getByText(`© ${new Date().getUTCFullYear()} Harbour Line`)).toBeVisible();
  await expect(footer.getByText("News of records and shows from Harbour Line. Leave whenever you like.")).toBeVisible();
  await expect(footer.getByRole("list", { name: "Harbour Line elsewhere" }).getByRole("link")).toHaveCount(6);
  for (const words of ["Privacy Policy", "Terms of Service", "Accessibility"]) {
    await footer.getByRole("link", { name: words, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: words })).toBeFocused();
  }
});
