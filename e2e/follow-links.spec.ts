import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";
import { heading, interactive, open, PHONE } from "./support/visitor.ts";

// docs/product.md §2, Routes.
test.use({ reducedMotion: "reduce" });

const announcement = (page: Page, title: string) => page.getByRole("status").filter({ hasText: title });
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

test("an unknown path answers 404 with a page that links to Home", async ({ page, noise }) => {
  noise.provoke(/console error: Failed to load resource: the server responded with a status of 404/);
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await interactive(page);
  await expect(heading(page, "Page not found")).toBeVisible();
  await expect(page.getByText("The page you were looking for has moved, or was never here.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the front page" }).click();
  await expect(heading(page, "Harbour Line")).toBeFocused();
  await expect(page).toHaveURL("/");
});

test("an unknown route under the hash shows the same page", async ({ page }) => {
  await open(page, "/#/tour/nothing");
  await expect(heading(page, "Page not found")).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
});

test("an address with an extra slash, query or path leads to its screen", async ({ page }) => {
  for (const [address, words, shown] of [
    ["/#/?from=letter", "Harbour Line", undefined],
    ["/about#/about?from=letter", "About", undefined],
    ["/about#/about/", "About", undefined],
    ["/about/", "About", "/#/about"],
    // The hash wins over the path.
    ["/about#/terms", "Terms of Service", "/#/terms"],
  ] as const) {
    await test.step(address, async () => {
      await open(page, address);
      await expect(heading(page, words)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      if (shown) await expect(page).toHaveURL(shown);
    });
  }
  await page.goto("/#/about/");
  await page.reload();
  await expect(heading(page, "About")).toBeVisible();
});

test("a new screen has the focus on its heading and is announced", async ({ page }) => {
  await open(page, "/about");
  await page.getByRole("link", { name: "Privacy Policy" }).click();
  await expect(heading(page, "Privacy Policy")).toBeFocused();
  await expect(announcement(page, "Privacy Policy · Harbour Line")).toHaveCount(1);
  await page.getByRole("link", { name: "Harbour Line", exact: true }).click();
  await expect(heading(page, "Harbour Line")).toBeFocused();
  await expect(announcement(page, "Harbour Line · Country & Americana")).toHaveCount(1);
});

/** The metadata in the head of a page. */
const wholeHead = (page: Page) =>
  page.evaluate(() =>
    [
      document.title,
      ...[...document.head.querySelectorAll("meta[name], meta[property], link[rel=canonical]")].map((tag) =>
        ["name", "property", "rel", "content", "href"].map((name) => tag.getAttribute(name)).join(" "),
      ),
      ...[...document.head.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }) => textContent,
      ),
    ].sort(),
  );

for (const [catalogue, part, name] of [
  ["/shop", "/shop/pier-tote", "Pier tote"],
  ["/music", "/music/long-point", "Long Point"],
] as const) {
  test(`${part}, opened from ${catalogue}, has the same metadata as its own page`, async ({ page }) => {
    await page.goto(catalogue);
    const ofCatalogue = await wholeHead(page);
    await page.goto(part);
    const ofPart = await wholeHead(page);

    await open(page, "/#/about");
    await page
      .getByRole("link", { name: catalogue === "/shop" ? "Merchandise" : "Listen" })
      .first()
      .click();
    await expect.poll(() => wholeHead(page)).toEqual(ofCatalogue);
    await page.getByRole("main").getByRole("link", { name, exact: true }).click();
    await expect.poll(() => wholeHead(page)).toEqual(ofPart);
  });
}

test("title, description, canonical address and structured data change with the screen", async ({ page, gateway }) => {
  const description = page.locator('meta[name="description"]');
  const canonical = page.locator('link[rel="canonical"]');
  await open(page, "/about");
  const ofAbout = await description.getAttribute("content");
  await expect(canonical).toHaveAttribute("href", `${gateway.url}/about`);

  await page.getByRole("link", { name: "Terms of Service" }).click();
  await expect(page).toHaveTitle("Terms of Service · Harbour Line");
  await expect(canonical).toHaveAttribute("href", `${gateway.url}/terms`);
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute("content", `${gateway.url}/terms`);
  await expect(description).not.toHaveAttribute("content", ofAbout ?? "");
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(3);

  await page.goBack();
  await expect(page).toHaveTitle("About · Harbour Line");
  await expect(description).toHaveAttribute("content", ofAbout ?? "");
  await expect(canonical).toHaveAttribute("href", `${gateway.url}/about`);
});

test("back and forward restore the scroll position", async ({ page }) => {
  const scrollTop = () => page.evaluate(() => Math.round(scrollY));
  const scrollTo = async (top: number) => {
    await page.evaluate((place) => window.scrollTo(0, place), top);
    await expect.poll(scrollTop).toBe(top);
  };
  await open(page, "/privacy");
  await scrollTo(700);
  // By script, because Playwright's click would scroll to the link first.
  await page.getByRole("link", { name: "Terms of Service" }).evaluate((link: HTMLAnchorElement) => link.click());
  await expect(heading(page, "Terms of Service")).toBeFocused();
  await expect.poll(scrollTop).toBe(0);
  await scrollTo(400);

  await page.goBack();
  await expect(heading(page, "Privacy Policy")).toBeFocused();
  await expect.poll(scrollTop).toBe(700);
  await page.goForward();
  await expect(heading(page, "Terms of Service")).toBeFocused();
  await expect.poll(scrollTop).toBe(400);
});

for (const address of ["/terms", "/#/terms"]) {
  test(`a reload of ${address}, or a return from another site, restores the scroll position`, async ({
    page,
    context,
    noise,
  }) => {
    noise.provoke(/request to another origin: https:\/\/elsewhere\.example/);
    await context.route("https://elsewhere.example/", (route) =>
      route.fulfill({ body: "<title>Elsewhere</title>", contentType: "text/html" }),
    );
    const scrollTop = () => page.evaluate(() => Math.round(scrollY));
    await open(page, address);
    await expect(heading(page, "Terms of Service")).toBeVisible();
    await page.evaluate(() => scrollTo(0, 600));
    await expect.poll(scrollTop).toBe(600);
    await page.reload();
    await expect(heading(page, "Terms of Service")).toHaveCount(1);
    await expect.poll(scrollTop).toBe(600);
    await page.goto("https://elsewhere.example/");
    await page.goBack();
    await expect(heading(page, "Terms of Service")).toHaveCount(1);
    await expect.poll(scrollTop).toBe(600);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  for (const { address, last } of [
    { address: "/#/shop", last: "Breakwater lamp pin" },
    { address: "/#/music", last: "Lake Effect" },
  ]) {
    test(`a reload of ${address} restores the scroll position in content that loads late`, async ({ page }) => {
      const scrollTop = () => page.evaluate(() => Math.round(scrollY));
      const allThere = async () => {
        await expect(page.getByRole("link", { name: last, exact: true })).toHaveCount(1);
        await expect(page.getByRole("contentinfo")).toHaveCount(1);
      };
      await open(page, address);
      await allThere();
      await page.evaluate(() => scrollTo(0, 900));
      await expect.poll(scrollTop).toBe(900);
      await page.reload();
      await allThere();
      await expect.poll(scrollTop).toBe(900);
    });
  }
});

test("another route in the address bar changes the screen", async ({ page }) => {
  await open(page, "/#/about");
  await page.goto("/#/privacy");
  await expect(heading(page, "Privacy Policy")).toBeFocused();
  await expect(navigation(page)).toBeVisible();
});

test("a fragment that is not a route does not change the screen", async ({ page }) => {
  await open(page, "/#/about");
  await page.goto("/#somewhere");
  await expect(heading(page, "About")).toBeVisible();
  await open(page, "/#somewhere");
  await page.reload();
  await expect(heading(page, "Harbour Line")).toBeVisible();
});

test("the contents of a legal page move the focus and do not change the address", async ({ page }) => {
  await open(page, "/#/privacy");
  const contents = page.getByRole("navigation", { name: "On this page" });
  await expect(contents.getByRole("link")).toHaveCount(10);
  await contents.getByRole("link", { name: /Cookies/ }).click();
  const section = page.getByRole("heading", { level: 2, name: /Cookies/ });
  await expect(section).toBeFocused();
  await expect(section).toBeInViewport();
  await expect(page).toHaveURL("/#/privacy");
  await expect(heading(page, "Privacy Policy")).toHaveCount(1);
});

test("an address with a section opens a legal page at that section", async ({ page }) => {
  await open(page, "/privacy#10-contact");
  await expect(page.getByRole("heading", { level: 2, name: "10. Contact" })).toBeInViewport();
  await expect(page).toHaveURL("/#/privacy");
});

test("Control and click opens a new tab with the prerendered page", async ({ page, context }) => {
  await open(page, "/");
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Read the story" }).click({ modifiers: ["ControlOrMeta"] });
  const tab = await opened;
  await expect(heading(tab, "About")).toBeVisible();
  await expect(tab).toHaveURL("/#/about");
  await expect(page).toHaveURL("/");
});

test("a quick second choice wins over a slow first one", async ({ page }) => {
  const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>();
  await page.route("**/content/terms.json", async (route) => {
    await mayRespond;
    await route.continue();
  });
  await open(page, "/about");
  const termsFetched = page.waitForResponse("**/content/terms.json");
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await page.getByRole("link", { name: "Privacy Policy" }).click();
  await expect(heading(page, "Privacy Policy")).toBeFocused();
  respond();
  await termsFetched;
  await expect(heading(page, "Privacy Policy")).toBeVisible();
  await expect(page).toHaveURL("/#/privacy");
});

test("the link of the current screen scrolls to its top and adds no history entry", async ({ page }) => {
  await open(page, "/#/privacy");
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
  const entries = await page.evaluate(() => history.length);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test("a link to another screen's section leads to that section", async ({ page }) => {
  await open(page, "/#/about");
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeVisible();
  await page.evaluate(() => {
    const link = Object.assign(document.createElement("a"), {
      href: "/privacy#10-contact",
      textContent: "Write to us",
    });
    document.querySelector("main")?.append(link);
  });
  await page.getByRole("link", { name: "Write to us" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "10. Contact" })).toBeFocused();
  await expect(page.getByRole("heading", { level: 2, name: "10. Contact" })).toBeInViewport();
  await expect(page).toHaveURL("/#/privacy");
});
