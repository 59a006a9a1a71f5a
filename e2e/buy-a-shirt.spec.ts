import type { Page } from "@playwright/test";
import { emailTexts } from "./support/outbox.ts";
import { openSignedIn } from "./support/owner.ts";
import { aCheckout, addToCart, cartButton, fillAddress } from "./support/shop.ts";
import { expect, test } from "./support/test.ts";
import { anEmail, heading, open, PHONE } from "./support/visitor.ts";

// docs/product.md §2, Shop and Checkout; §4, local cart and Storefront cart.
test.use({ reducedMotion: "reduce" });

/** The width of a sheet of paper. On a screen of that width the rows would be cards. */
const PAPER = { width: 690, height: 980 };

const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the link of a completed step is large enough for a thumb", async ({ page }) => {
    await page.goto(await aCheckout(page.request, { handle: "pier-tote" }));
    await fillAddress(page);
    await goOn(page);
    await expect(heading(page, "Delivery")).toBeVisible();
    const link = page.getByRole("navigation", { name: "Checkout" }).getByRole("link", { name: "Contact" });
    const { width, height } = (await link.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  });

  test("a fan buys a shirt, and the owner sends it", async ({ page, context, gateway }) => {
    test.slow();
    const email = anEmail("buyer").toLowerCase();
    await open(page, "/#/shop");
    await addToCart(page, "Lake Effect tee", ["L", "Ink"]);
    await expect(page.getByText("Lake Effect tee is in your cart.")).toBeVisible();
    await cartButton(page, 1).click();
    const cart = page.getByRole("dialog", { name: "CART" });
    await expect(cart.getByText("Total: $38.00 CAD")).toBeVisible();
    await cart.getByRole("button", { name: "Checkout" }).click();

    await expect(heading(page, "Contact")).toBeVisible();
    await fillAddress(page, email);
    await page.getByLabel(/A note for us/).fill("Happy birthday to <b>Ben</b> 🎂");
    await goOn(page);
    await expect(heading(page, "Delivery")).toBeVisible();
    await page.getByRole("radio", { name: /Tracked parcel/ }).check({ force: true });
    await goOn(page);
    await expect(heading(page, "Review and pay")).toBeVisible();
    await page.getByRole("radio", { name: /Interac e-Transfer/ }).check({ force: true });
    // 38.00 and 14.00 for the parcel, plus 13 % of both.
    await page.getByRole("button", { name: "Buy now · $58.76 CAD" }).click();

    await expect(heading(page, "Thank you")).toBeVisible();
    const statusUrl = page.url();
    const number = /#(\d+)/.exec(
      (await page
        .getByText(/Order #\d+/)
        .first()
        .textContent()) ?? "",
    )?.[1];
    expect(number).toBeTruthy();
    await expect(page.getByText("Happy birthday to <b>Ben</b> 🎂")).toBeVisible();
    await expect
      .poll(() => emailTexts(gateway.dataDir, email))
      .toContainEqual(expect.stringMatching(/Lake Effect tee[\s\S]*58\.76 CAD[\s\S]*checkout\/orders/));
    await expect
      .poll(() => emailTexts(gateway.dataDir, "owner@example.com"))
      .toContainEqual(expect.stringContaining(`#${number}`));

    await test.step("the thank-you fits on one line in a very wide window", async () => {
      await page.setViewportSize({ width: 2560, height: 1440 });
      const lines = await heading(page, "Thank you").evaluate((title) => {
        const { height } = title.getBoundingClientRect();
        return height / Number.parseFloat(getComputedStyle(title).fontSize);
      });
      expect(lines).toBeLessThan(1.5);
      await page.setViewportSize(PHONE);
    });

    // The cart was bought and is empty on every page.
    await open(page, "/#/shop");
    await expect(cartButton(page, 0)).toBeVisible();

    const dashboard = await context.newPage();
    await openSignedIn(dashboard);
    await dashboard.getByRole("tab", { name: /^Orders/ }).click();
    const opening = dashboard.getByRole("button", { name: `Open order #${number}` });
    await test.step("the list prints as a table", async () => {
      await opening.waitFor();
      await dashboard.setViewportSize(PAPER);
      await dashboard.emulateMedia({ media: "print" });
      await expect(dashboard.getByRole("columnheader", { name: "Buyer" })).toBeVisible();
      await expect(dashboard.getByRole("searchbox")).toBeHidden();
      await dashboard.emulateMedia({ media: "screen" });
    });
    await opening.click();
    await expect(dashboard.getByText("12 Pier Road")).toBeVisible();
    await test.step("the browser's back button and the page's own return from the order to the list", async () => {
      // If the list had not loaded, the focus would go to its heading.
      const listed = dashboard.waitForResponse((response) => new URL(response.url()).pathname === "/admin/api/orders");
      await dashboard.reload();
      await listed;
      await expect(dashboard.getByText("12 Pier Road")).toBeVisible();
      await dashboard.goBack();
      await expect(opening).toBeFocused();
      await dashboard.goForward();
      await expect(dashboard.getByText("12 Pier Road")).toBeVisible();
      await dashboard.getByRole("button", { name: "Back to all orders" }).click();
      await expect(opening).toBeFocused();
      await expect(dashboard).toHaveURL("/#/admin");
      await opening.click();
      await expect(dashboard.getByText("12 Pier Road")).toBeVisible();
    });
    await test.step("the order prints as a packing slip, without prices and buttons", async () => {
      await dashboard.emulateMedia({ media: "print" });
      const slip = dashboard.getByRole("article");
      await expect(slip.getByText("12 Pier Road")).toBeVisible();
      await expect(slip.getByText("Lake Effect tee")).toBeVisible();
      await expect(dashboard.getByText("Harbour Line", { exact: true })).toBeVisible();
      await expect(dashboard.getByRole("button")).toHaveCount(0);
      await expect(slip.getByText(/\$/).filter({ visible: true })).toHaveCount(0);
      await dashboard.emulateMedia({ media: "screen" });
      await dashboard.setViewportSize(PHONE);
    });
    await dashboard.getByRole("button", { name: "Mark as paid" }).click();
    await dashboard.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
    await dashboard.getByRole("button", { name: "Mark as sent" }).click();
    const sending = dashboard.getByRole("dialog");
    await sending.getByLabel(/Carrier/).fill("Canada Post");
    await sending.getByLabel(/Tracking number/).fill("7023 2101 2345");
    await sending.getByRole("button", { name: "Mark as sent" }).click();
    await expect(sending).toBeHidden();

    await page.goto(statusUrl);
    await expect(heading(page, "It is on its way")).toBeVisible();
    await expect(page.getByText("7023 2101 2345")).toBeVisible();
    await expect
      .poll(() => emailTexts(gateway.dataDir, email))
      .toContainEqual(expect.stringContaining("7023 2101 2345"));
  });
});

test("changes at the checkout appear in the cart and in the next checkout", async ({ page }) => {
  await open(page, "/#/shop");
  await addToCart(page, "Harbour Light mug");
  await addToCart(page, "Pier tote");
  const cart = page.getByRole("dialog", { name: "CART" });
  const goThere = async (pieces: number) => {
    await cartButton(page, pieces).click();
    await cart.getByRole("button", { name: "Checkout" }).click();
  };
  await goThere(2);
  await fillAddress(page);
  await goOn(page);
  await page.getByLabel("Quantity of Harbour Light mug").fill("3");
  await page.getByRole("button", { name: "Update the quantity of Harbour Light mug" }).click();
  await page.getByRole("button", { name: "Remove Pier tote" }).click();
  await expect(page.getByRole("button", { name: "Remove Pier tote" })).toBeHidden();

  await page.getByRole("link", { name: "Back to the shop" }).click();
  await expect(cartButton(page, 3)).toBeVisible();
  await addToCart(page, "Pier tote");
  await goThere(4);
  await expect(heading(page, "Review and pay")).toBeVisible();
  await expect(page.getByLabel("Quantity of Harbour Light mug")).toHaveValue("3");
  await expect(page.getByLabel("Quantity of Pier tote")).toHaveValue("1");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the checkout works from the first step to the thank-you and names every mistake", async ({ page, noise }) => {
    noise.provoke(/status of 422/);
    await page.goto(await aCheckout(page.request, { handle: "harbour-light-mug" }));
    await page.getByLabel("Email").fill("ann@example.com");
    await page.getByRole("radio", { name: /Send it to me/ }).check({ force: true });
    await page.getByLabel("Postal code").fill("90210");
    await goOn(page);
    await expect(page.getByRole("alert")).toContainText("Enter your last name.");
    await expect(page.getByLabel("Postal code")).toHaveValue("90210");
    await expect(page.getByLabel("Postal code")).toHaveAttribute("aria-invalid", "true");

    await fillAddress(page);
    await goOn(page);
    await page.getByRole("radio").first().check({ force: true });
    await goOn(page);
    await page.getByRole("radio", { name: /Invoice/ }).check({ force: true });
    await page.getByRole("button", { name: /^Buy now/ }).click();
    await expect(heading(page, "Thank you")).toBeVisible();
    const placed = page.url();

    // A reload, and the address of the finished checkout, show the same order.
    await page.reload();
    expect(page.url()).toBe(placed);
    await page.goBack();
    await expect(heading(page, "Thank you")).toBeVisible();
  });
});
