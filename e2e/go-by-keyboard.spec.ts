import type { Page } from "@playwright/test";
import { storedSubscribers } from "./support/data-file.ts";
import { footerForm } from "./support/footer-form.ts";
import { expect, test } from "./support/test.ts";
import { anEmail, open, PHONE } from "./support/visitor.ts";

// These journeys use only the keyboard.
test.use({ reducedMotion: "reduce" });

type Stop = { name: string; hasRing: boolean; isUncovered: boolean };

/** Describes the focused element: its name, whether it has a focus ring, and whether something covers it. */
function stopOf(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const at = document.activeElement ?? document.body;
    const box = at.getBoundingClientRect();
    const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at.textContent;
    return {
      name: (at.getAttribute("aria-label") ?? label ?? "").trim(),
      hasRing: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
      isUncovered: above !== null && (at.contains(above) || above.contains(at)),
    };
  });
}

/** Presses Tab until the page ends. @returns every focused element */
async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const isOnPage = await page.evaluate(() => document.activeElement !== document.body);
    if (!isOnPage) return stops;
    stops.push(await stopOf(page));
    if (stops.length > 60) throw new Error(`A keyboard trap: ${stops.map((stop) => stop.name).join(", ")}`);
  }
}

const PLATFORMS = ["Instagram", "YouTube", "Facebook", "TikTok", "Spotify", "Apple Music"].map(
  (name) => `Harbour Line on ${name} (opens in a new tab)`,
);
const NAVIGATION = [
  "Skip to the content",
  "Harbour Line",
  "About",
  "Listen",
  "Shows",
  "Watch (opens in a new tab)",
  "Merchandise",
  "Contact (opens in a new tab)",
  "Cart, 0 items",
];
const ROWS_OF_HOME = [
  "Lake Effect, the evening",
  "Salle du Canal",
  "Grain Elevator No. 4",
  "All shows",
  "Lake Effect",
  "Play Lake Effect",
  "All music",
  "Lake Effect tee",
  "Shop",
];
const LEGAL = ["Privacy Policy", "Terms of Service", "Accessibility"];

for (const [route, heading, expected] of [
  ["/", "Harbour Line", [...NAVIGATION, ...PLATFORMS, "Join the email list", "Read the story", ...ROWS_OF_HOME]],
  // Join is not here, because it is disabled while the field is empty.
  ["/#/about", "About", [...NAVIGATION, "Press kit", ...PLATFORMS, "Email", ...LEGAL]],
  ["/#/nowhere", "Page not found", [...NAVIGATION, "Back to the front page", ...PLATFORMS, "Email", ...LEGAL]],
] as const) {
  test(`Tab reaches every control on ${route} in reading order, with a visible focus`, async ({ page }) => {
    await open(page, route);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    const stops = await tabThrough(page);
    expect(stops.map((stop) => stop.name)).toEqual(expected);
    expect(stops.filter((stop) => !stop.hasRing || !stop.isUncovered)).toEqual([]);
  });
}

test("from Home through the story to the list, without a mouse", async ({ page, gateway }) => {
  const email = anEmail();
  const press = async (key: string, times = 1) => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
  };
  await open(page, "/");
  // The second-last Tab reaches the button of the email dialog.
  await press("Tab", NAVIGATION.length + PLATFORMS.length + 2);
  await expect(page.getByRole("link", { name: "Read the story" })).toBeFocused();
  await press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeFocused();

  // Tab continues from the heading, not from the top of the page.
  // The link to the press kit comes first.
  await press("Tab", PLATFORMS.length + 2);
  const { field, button, error, thanks } = footerForm(page);
  await expect(field).toBeFocused();
  await page.keyboard.type("ann@nowhere");
  await press("Tab");
  await expect(button).toBeFocused();
  await press("Space");
  await expect(error).toHaveText("Please enter a valid email address");
  await expect(field).toBeFocused();

  await press("ControlOrMeta+a");
  await page.keyboard.type(email);
  await press("Enter");
  await expect(thanks).toBeFocused();
  expect(storedSubscribers(gateway.dataDir, email)).toHaveLength(1);

  // Tab continues with the next link.
  await press("Tab");
  await expect(page.getByRole("link", { name: "Privacy Policy" })).toBeFocused();
});

test("on a phone the menu opens by keyboard, and its first link leads to About", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, "/");
  const menu = page.getByRole("button", { name: "Menu" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(menu).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(menu).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Tab");
  const about = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" });
  await expect(about).toBeFocused();
  expect(await stopOf(page)).toMatchObject({ hasRing: true, isUncovered: true });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeFocused();
});

test("after skipping the navigation, Tab continues in the text", async ({ page }) => {
  await open(page, "/#/terms");
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeVisible();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveURL("/#/terms");
  await page.keyboard.press("Tab");
  const first = page.getByRole("navigation", { name: "On this page" }).getByRole("link").first();
  await expect(first).toBeFocused();
  // Choosing a section moves the focus there.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeFocused();
});
