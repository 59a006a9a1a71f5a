import { expect, test } from "./support/test.ts";
import { PHONE, SCREENS } from "./support/visitor.ts";

// docs/product.md §1 and §2: finished HTML for search engines, link previews, and browsers without JavaScript.
test.use({ javaScriptEnabled: false, reducedMotion: "reduce" });

const WORDS = {
  home: "Harbour Line play country songs with rock and Americana running through them",
  about: "Harbour Line made their first record in a net shed.",
  music: "The latest albums and singles, newest first.",
  shop: "Lake Effect tee",
  privacy: "We do not sell or rent personal information",
  terms: "Ontario",
  accessibility: "WCAG",
  "not-found": "The page you were looking for has moved, or was never here.",
} as const;

test("every screen is complete", async ({ page, gateway, noise }) => {
  noise.provoke(/status of 404 .*\/no-such-page/);
  for (const { name, path, heading, title } of SCREENS) {
    await test.step(name, async () => {
      const isKnown = name !== "not-found";
      const response = await page.goto(path);
      expect(response?.status()).toBe(isKnown ? 200 : 404);
      await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
      await expect(page.getByRole("main").getByText(WORDS[name]).first()).toBeVisible();
      await expect(page).toHaveURL(path);

      await expect(page).toHaveTitle(title);
      await expect(page.locator("html")).toHaveAttribute("lang", "en-CA");
      await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /\S.{20,}/);
      await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", title);
      await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
        "content",
        name === "music" ? /^http.*\/optimized\/music\/lake-effect-/ : /^http.*\/optimized\/social-/,
      );
      await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute("content", "summary_large_image");
      const canonical = page.locator('link[rel="canonical"]');
      if (isKnown) await expect(canonical).toHaveAttribute("href", gateway.url + path);
      else await expect(canonical).toHaveCount(0);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute(
        "content",
        isKnown ? /index, follow/ : "noindex",
      );

      const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
      const types = blocks.map((block) => JSON.parse(block)["@type"]);
      const ofItsOwn = name === "shop" || name === "music" ? ["ItemList"] : [];
      expect(types).toEqual(isKnown ? ["WebSite", "MusicGroup", "BreadcrumbList", ...ofItsOwn] : []);
    });
  }
});

test("the music has every album with its facts and links, and nothing that needs script", async ({ page }) => {
  await page.goto("/music");
  const shelf = page.getByRole("region", { name: "All albums and singles" });
  await expect(shelf.getByRole("listitem")).toHaveCount(6);
  await expect(shelf.getByRole("link", { name: /^Listen on Spotify/ })).toHaveCount(6);
  await expect(shelf.getByRole("button")).toHaveCount(0);
  await expect(page.getByText("6 albums available")).toBeVisible();
  await expect(page.getByText("Loading music...")).toBeHidden();
  await shelf.getByRole("link", { name: "Long Point", exact: true }).click();
  await expect(page).toHaveURL("/music/long-point");
  const album = page.getByRole("region", { name: "Long Point" });
  await expect(album.getByRole("heading", { name: "Fish Dock Road" })).toBeVisible();
  await expect(album.getByRole("region", { name: "Player" }).locator("img")).toBeVisible();
  await page.getByRole("link", { name: "All albums and singles" }).click();
  await expect(page).toHaveURL("/music");
});

test("every link of every page leads somewhere", async ({ page, request, gateway, noise }) => {
  noise.provoke(/status of 404/);
  const found = new Set<string>();
  for (const { path } of SCREENS) {
    await page.goto(path);
    const links = page.getByRole("link");
    for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? "")))
      found.add(href);
  }
  const own = [...found].filter((href) => href.startsWith("/") || href.startsWith(gateway.url));
  expect(own).toEqual(expect.arrayContaining(["/", "/about", "/privacy", "/terms", "/accessibility"]));
  const statuses = await Promise.all(own.map(async (href) => [href, (await request.get(href)).status()] as const));
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
});

for (const width of [320, 1280]) {
  test(`the links of the navigation are in a row and work at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/privacy");
    await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL("/about");
    await expect(navigation.getByRole("link", { name: /Contact/ })).toBeVisible();
    expect(await page.locator("body").evaluate((body) => body.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole("link", { name: "Harbour Line", exact: true }).click();
    await expect(page).toHaveURL("/");
  });
}

test("the footer has a link to write to the artist instead of the sign-up form", async ({ page }) => {
  await page.goto("/about");
  const signup = page.getByRole("region", { name: "Stay Connected" });
  await expect(signup.getByRole("textbox")).toHaveCount(0);
  await expect(signup.getByRole("button")).toHaveCount(0);
  await expect(signup.getByRole("link", { name: "Write to Harbour Line" })).toHaveAttribute("href", /^https:/);
});

test("on a phone no link of the navigation is alone in its row", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/about");
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const rows = await links.evaluateAll((all) => all.map((link) => Math.round(link.getBoundingClientRect().top)));
  for (const row of new Set(rows)) expect(rows.filter((other) => other === row).length).toBeGreaterThan(1);
});

test("the contents of a legal page link to its sections", async ({ page }) => {
  await page.goto("/terms");
  const contents = page.getByRole("navigation", { name: "On this page" });
  const links = contents.getByRole("link");
  // Thirteen numbered ones, and the words about returns.
  await expect(links).toHaveCount(14);
  for (const [at, words] of [
    [12, /^13\./],
    [13, /^Refund Policy$/],
  ] as const) {
    await links.nth(at).click();
    await expect(page.getByRole("heading", { level: 2 }).filter({ hasText: words })).toBeInViewport();
  }
});
