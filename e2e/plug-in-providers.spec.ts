import { openDashboard } from "./support/dashboard.ts";
import { storedSubscribers } from "./support/data-file.ts";
import { expectTyped, fillDialog } from "./support/email-dialog.ts";
import { footerForm, joinByFooter } from "./support/footer-form.ts";
import type { Providers } from "./support/providers.ts";
import { addToCart, cartButton } from "./support/shop.ts";
import { test as base, expect } from "./support/test.ts";
import { anEmail, onEveryScreen, open } from "./support/visitor.ts";

// docs/product.md §1, §6 and §8: the list at Supabase, the shop at Shopify, and both unreachable.
const test = base.extend<{ plugged: Providers }>({
  async plugged({ providers }, use) {
    if (!providers) throw new Error("This test needs the option isHosted");
    await use(providers);
  },
});
test.use({ isHosted: true, reducedMotion: "reduce" });

test("with the list at a provider, a fan joins and the owner sees it live", async ({
  page,
  context,
  plugged,
  noise,
}) => {
  // The dashboard requests parts that only the built-in list has. After a 404 it hides them.
  noise.tolerate(/status of 404.*\/admin\/api\/(growth|sources|orders\/summary)/);
  const { tab, rows } = await openDashboard(page);
  await tab("Subscribers").click();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();

  const fan = anEmail();
  const visit = await context.newPage();
  await joinByFooter(visit, fan);
  await page.bringToFront();
  await expect(rows.filter({ hasText: fan.toLowerCase() })).toHaveCount(1);
  expect(storedSubscribers(plugged.gateway.dataDir, fan.toLowerCase())).toHaveLength(1);

  const download = page.waitForEvent("download");
  await tab("Overview").click();
  await page.getByRole("button", { name: "Download JSON" }).click();
  expect((await download).suggestedFilename()).toMatch(/^subscribers-.*\.json$/);
});

test("a product of the provider goes into the cart and to the provider's checkout", async ({
  page,
  plugged,
  noise,
}) => {
  await open(page, "/#/shop");
  await addToCart(page, "Harbour Light mug");
  await cartButton(page, 1).click();
  noise.tolerate(/request to another origin/);
  await page.getByRole("dialog", { name: "CART" }).getByRole("button", { name: "Checkout" }).click();
  await page.waitForURL((url) => url.origin === plugged.url && url.pathname.startsWith("/checkout/"));
  await expect(page.getByText("Harbour Light mug").first()).toBeVisible();
});

test("with unreachable providers every page shows, each action says so, and typed text stays", async ({
  page,
  plugged,
  noise,
  gatewayWillLog,
}) => {
  // A picture that nobody has requested yet is not cached.
  noise.tolerate(/status of 502.*\/media\//);
  noise.provoke(/status of 503/, /console warning: The sign-up did not reach the list/);
  await open(page, "/#/shop");
  await expect(page.getByRole("link", { name: "Harbour Light mug" })).toBeVisible();
  await plugged.cut();
  await page.goto("/");
  await onEveryScreen(page, async () => {});

  await page.goto("/#/shop");
  await expect(page.getByRole("link", { name: "Harbour Light mug" })).toBeVisible();
  await addToCart(page, "Harbour Light mug");
  await cartButton(page, 1).click();
  const cart = page.getByRole("dialog", { name: "CART" });
  // The cart loads its prices when it opens, so it may show the error before the click on Checkout.
  const isOutOfReach = "The shop cannot be reached. Your cart is safe. Check your connection, then try again.";
  await expect(cart.getByRole("alert")).toHaveText(isOutOfReach);
  await cart.getByRole("button", { name: "Try Again" }).click();
  await expect(cart.getByRole("alert")).toHaveText(isOutOfReach);
  await cart.getByRole("button", { name: "No", exact: true }).click();
  await expect(cartButton(page, 1)).toBeVisible();

  await page.goto("/#/about");
  const { field, button, error, thanks } = footerForm(page);
  const fan = anEmail();
  await field.fill(fan);
  await button.click();
  await expect(error).toHaveText("Something went wrong. Please try again.");
  await expect(field).toHaveValue(fan);

  await page.goto("/#/");
  const typed = { first: "Ann", last: "O’Neill-Łuka", email: anEmail() };
  const dialog = await fillDialog(page, typed);
  await dialog.join.click();
  await expect(dialog.error).toBeVisible();
  await expectTyped(dialog, typed);

  await plugged.mend();
  await expect(async () => {
    // The button is disabled while a try runs, and disappears after a successful one.
    await dialog.join.click({ timeout: 1_000 }).catch(() => {});
    await expect(dialog.words).toHaveText("If the address needs confirming, there is an email waiting for you.", {
      timeout: 1_000,
    });
  }).toPass();
  await dialog.close.click();
  await page.goto("/#/about");
  await field.fill(fan);
  await button.click();
  await expect(thanks).toBeVisible();
  expect(storedSubscribers(plugged.gateway.dataDir, fan.toLowerCase())).toHaveLength(1);
  gatewayWillLog(/a provider does not answer|mailing list/);
});
