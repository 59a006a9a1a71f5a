import type { Page } from "@playwright/test";
import { ownerSession } from "../../support/owner.ts";
import { aCheckout, fillAddress } from "../../support/shop.ts";
import { expect } from "../../support/test.ts";
import { heading } from "../../support/visitor.ts";
import type { Screen } from "../state.ts";

const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

async function atContact(page: Page): Promise<void> {
  await page.goto(await aCheckout(page.request, { handle: "lake-effect-tee", quantity: 2 }));
  await expect(heading(page, "Contact")).toBeVisible();
}

async function atDelivery(page: Page): Promise<void> {
  await atContact(page);
  await fillAddress(page);
  await goOn(page);
  await expect(heading(page, "Delivery")).toBeVisible();
}

async function atReview(page: Page): Promise<void> {
  await atDelivery(page);
  await page.getByRole("radio").first().check({ force: true });
  await goOn(page);
  await expect(heading(page, "Review and pay")).toBeVisible();
}

async function placeOrder(page: Page): Promise<void> {
  await atReview(page);
  await page.getByRole("radio", { name: /Interac/ }).check({ force: true });
  await page.getByRole("button", { name: /^Place order/ }).click();
  await expect(heading(page, "Thank you")).toBeVisible();
}

/** The checkout's pages, which run no script. */
export const CHECKOUT: Screen = {
  name: "Checkout",
  states: [
    { name: "contact", arrange: ({ page }) => atContact(page) },
    {
      name: "contact, with mistakes",
      async arrange({ page }) {
        await atContact(page);
        await page.getByLabel("Email").fill("ann@example.com");
        await page.getByRole("radio", { name: /Send it to me/ }).check({ force: true });
        await page.getByLabel("Postal code").fill("90210");
        await goOn(page);
        await expect(page.getByRole("alert")).toBeVisible();
      },
    },
    { name: "delivery", arrange: ({ page }) => atDelivery(page) },
    { name: "review and pay", arrange: ({ page }) => atReview(page) },
    { name: "order, to be paid later", arrange: ({ page }) => placeOrder(page) },
    {
      name: "order, on its way",
      async arrange({ page }) {
        await placeOrder(page);
        const { access_token } = await ownerSession(page.request);
        const { pathname } = new URL(page.url());
        const answer = await page.request.post(`/admin/api/orders/${pathname.split("/").at(-1)}/shipped`, {
          headers: { Authorization: `Bearer ${access_token}` },
          data: { carrier: "Canada Post", trackingNumber: "7023 2101 2345" },
        });
        expect(answer.ok()).toBe(true);
        await page.reload();
        await expect(heading(page, "It is on its way")).toBeVisible();
      },
    },
    {
      name: "a page that is not there",
      async arrange({ page }) {
        await page.goto("/checkout/orders/1?key=a-key-that-somebody-guessed");
        await expect(heading(page, "This page is not here")).toBeVisible();
      },
    },
  ],
};
