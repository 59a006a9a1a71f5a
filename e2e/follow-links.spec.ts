import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";
import { interactive, open, SCREENS } from "./support/visitor.ts";

// docs/product.md §2, Routes.

declare global {
  interface Window {
    /** Screens that could be seen in at least one frame, in their order. */
    screensSeen: string[];
  }
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const announcement = (page: Page, title: string) => page.getByRole("status").filter({ hasText: title });
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

for (const { name, route, heading: words, title } of SCREENS) {
  test(`${name} opens under the hash without a complaint`, async ({ page }) => {
    await open(page, route);
    await expect(heading(page, words)).toBeVisible();
    await expect(page).toHaveTitle(title);
    await expect(page).toHaveURL(route);
  });
}

for (const { name, path, route, heading: words } of SCREENS.filter((screen) => screen.name !== "not-found")) {
  // The noise fixture fails these when React has to draw anew what the gateway drew.
  test(`${name} takes over its finished page as it is, and goes on under the hash`, async ({ page }) => {
    await open(page, path);
    await expect(heading(page, words)).toBeVisible();
    await expect(page).toHaveURL(path === "/" ? "/" : route);
  });
}

test("an unknown path answers 404 with a page that leads home", async ({ page, noise }) => {
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

test("the hash wins over the path: /about#/terms is the terms", async ({ page }) => {
  await open(page, "/about#/terms");
  await expect(heading(page, "Terms of Service")).toBeVisible();
  await expect(heading(page, "About")).toBeHidden();
  await expect(page).toHaveURL("/#/terms");
});

test("a slash at the end of a path or route changes nothing", async ({ page }) => {
  await open(page, "/about/");
  await expect(page).toHaveURL("/#/about");
  await page.goto("/#/terms/");
  await page.reload();
  await expect(heading(page, "Terms of Service")).toBeVisible();
});

test.describe("a query in the route does not leave the page blank", () => {
  for (const [address, words] of [
    ["/#/?from=letter", "Harbour Line"],
    ["/about#/about?from=letter", "About"],
    ["/about#/about/", "About"],
  ] as const) {
    test(address, async ({ page }) => {
      await open(page, address);
      await expect(heading(page, words)).toBeVisible();
    });
  }
});

for (const { name, route, heading: words } of SCREENS.filter((screen) => screen.name !== "home")) {
  test(`opening ${route} never shows Home, not for one frame`, async ({ page }) => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      window.screensSeen = seen;
      // Frames are drawn right after these callbacks, so this is what was on the screen, frame by frame.
      const look = () => {
        const main = document.querySelector("main");
        if (main?.checkVisibility({ visibilityProperty: true })) {
          const screen = main.dataset.screen ?? "";
          if (seen.at(-1) !== screen) seen.push(screen);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await open(page, route);
    await expect(heading(page, words)).toBeVisible();
    // Two more frames, so that the last has been seen as well.
    const seen = await page.evaluate(
      () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.screensSeen)))),
    );
    expect(seen).toEqual([name]);
  });
}

test("on a change of screen its heading has the focus, and it is announced", async ({ page }) => {
  await open(page, "/about");
  await page.getByRole("link", { name: "Privacy Policy" }).click();
  await expect(heading(page, "Privacy Policy")).toBeFocused();
  await expect(announcement(page, "Privacy Policy · Harbour Line")).toHaveCount(1);
  await page.getByRole("link", { name: "Harbour Line", exact: true }).click();
  await expect(heading(page, "Harbour Line")).toBeFocused();
  await expect(announcement(page, "Harbour Line · Country & Americana")).toHaveCount(1);
});

test("title, description, canonical address and structured data follow", async ({ page, gateway }) => {
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

test("back and forward find the places where one was reading", async ({ page }) => {
  const scrollTop = () => page.evaluate(() => Math.round(scrollY));
  const scrollTo = async (top: number) => {
    await page.evaluate((place) => window.scrollTo(0, place), top);
    await expect.poll(scrollTop).toBe(top);
  };
  await open(page, "/privacy");
  await scrollTo(700);
  // Followed where it stands: a click would scroll to it first.
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
  test(`a reload of ${address}, or coming back to it from another site, finds the place as well`, async ({
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

test("typing another route into the address line changes the screen", async ({ page }) => {
  await open(page, "/#/about");
  await page.goto("/#/privacy");
  await expect(heading(page, "Privacy Policy")).toBeFocused();
  await expect(navigation(page)).toBeVisible();
});

test("a fragment that is no route leaves the screen alone", async ({ page }) => {
  await open(page, "/#/about");
  await page.goto("/#somewhere");
  await expect(heading(page, "About")).toBeVisible();
  await open(page, "/#somewhere");
  await page.reload();
  await expect(heading(page, "Harbour Line")).toBeVisible();
});

test("entries of a legal page's contents move the focus and leave the address", async ({ page }) => {
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

test("an address with a place in it opens a legal page at that place", async ({ page }) => {
  await open(page, "/privacy#10-contact");
  await expect(page.getByRole("heading", { level: 2, name: "10. Contact" })).toBeInViewport();
  await expect(page).toHaveURL("/#/privacy");
});

test("the skip link leads past the navigation", async ({ page }) => {
  await open(page, "/#/about");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveURL("/#/about");
});

test("a link held with Control opens a new tab with the finished page", async ({ page, context }) => {
  await open(page, "/");
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Read the story" }).click({ modifiers: ["ControlOrMeta"] });
  const tab = await opened;
  await expect(heading(tab, "About")).toBeVisible();
  await expect(tab).toHaveURL("/#/about");
  await expect(page).toHaveURL("/");
});

test("a quick second choice wins over a slow first one", async ({ page }) => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/content/terms.json", async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await open(page, "/about");
  const termsFetched = page.waitForResponse("**/content/terms.json");
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await page.getByRole("link", { name: "Privacy Policy" }).click();
  await expect(heading(page, "Privacy Policy")).toBeFocused();
  answer();
  await termsFetched;
  await expect(heading(page, "Privacy Policy")).toBeVisible();
  await expect(page).toHaveURL("/#/privacy");
});

test("the link of the screen that is shown leads to its top, and adds nothing to go back to", async ({ page }) => {
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

for (const address of ["/", "/about", "/privacy", "/#/about", "/#/privacy"]) {
  test(`nothing moves while ${address} loads`, async ({ page }) => {
    await open(page, address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const moves = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const found = (list: PerformanceObserverEntryList) =>
            resolve(list.getEntries().map((entry) => JSON.stringify(entry)));
          new PerformanceObserver(found).observe({ type: "layout-shift", buffered: true });
          // What was observed before is told before the next frame but one; if nothing was, nothing is told.
          requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve([]))));
        }),
    );
    expect(moves).toEqual([]);
  });
}
