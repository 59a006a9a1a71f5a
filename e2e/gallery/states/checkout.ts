import { type APIRequestContext, type Page, request } from "@playwright/test";
import { changeDataFile } from "../../support/data-file.ts";
import { type RunningGateway, startGateway } from "../../support/gateway.ts";
import { contentOf, restoreContent, saveContent } from "../../support/own-content.ts";
import { ownerSession } from "../../support/owner.ts";
import { aCheckout, fillAddress } from "../../support/shop.ts";
import { expect } from "../../support/test.ts";
import { heading } from "../../support/visitor.ts";
import type { Screen, State, Visit } from "../state.ts";

const STORE_FILE = "store/store.yaml";
const CODE = "HOMECOMING";
const GIFT_CARD = "K7QF93XTLM2P8VRA";

const submitStep = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

/** @param store sends requests to the gateway of the checkout, by default the page's own */
async function atContact(page: Page, store: APIRequestContext = page.request): Promise<void> {
  // This product has the largest stock: each state that places an order takes two.
  await page.goto(await aCheckout(store, { handle: "lake-effect-tee", variant: "L / Ink", quantity: 2 }));
  await expect(heading(page, "Contact")).toBeVisible();
}

async function atDelivery(page: Page, store?: APIRequestContext): Promise<void> {
  await atContact(page, store);
  await fillAddress(page);
  await submitStep(page);
  await expect(heading(page, "Delivery")).toBeVisible();
}

async function atReview(page: Page, store?: APIRequestContext): Promise<void> {
  await atDelivery(page, store);
  await page.getByRole("radio").first().check({ force: true });
  await submitStep(page);
  await expect(heading(page, "Review and pay")).toBeVisible();
}

/** Adds the discount code and the gift card to the store file. */
function sellCodes({ gateway }: Visit): void {
  const withCodes = contentOf(gateway, STORE_FILE)
    .replace(/^discounts:$/m, `$&\n  - { code: ${CODE}, percent: 15 }`)
    .replace(/^giftCards:$/m, `$&\n  - { code: ${GIFT_CARD}, balance: 25.00 }`);
  saveContent(gateway, STORE_FILE, withCodes);
}

async function enter(page: Page, label: string, code: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  if (!(await field.isVisible())) await page.getByText("Add a discount code or gift card").click();
  await field.fill(code);
  await field.press("Enter");
}

export async function placeOrder(page: Page, store?: APIRequestContext): Promise<void> {
  await atReview(page, store);
  await order(page);
}

/** Places an order for pickup. */
async function placeOrderToPickUp(page: Page): Promise<void> {
  await atContact(page);
  await page
    .getByRole("radio", { name: /Pick it up/ })
    .first()
    .check({ force: true });
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByLabel(/First name/).fill("Ann");
  await page.getByLabel("Last name").fill("O’Neill-Łuka");
  await submitStep(page);
  await expect(heading(page, "Review and pay")).toBeVisible();
  await order(page);
}

/** Places an order that is shipped to Germany. */
async function placeOrderToGermany(page: Page): Promise<void> {
  await atContact(page);
  await fillAddress(page);
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("Town or city").fill("Berlin");
  await page.getByLabel("Province or state").fill("");
  await page.getByLabel("Postal code").fill("10115");
  await submitStep(page);
  await expect(heading(page, "Delivery")).toBeVisible();
  await page.getByRole("radio").first().check({ force: true });
  await submitStep(page);
  await order(page);
}

/** Places an order of a download. */
async function placeOrderOfDownload(page: Page): Promise<void> {
  await page.goto(await aCheckout(page.request, { handle: "lake-effect-download" }));
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByLabel("Country").selectOption("US");
  await submitStep(page);
  await order(page);
}

const withdrawLink = (page: Page) => page.getByRole("link", { name: "Withdraw from contract here" });

async function order(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /Interac/ }).check({ force: true });
  await page.getByRole("button", { name: /^Buy now/ }).click();
  await expect(heading(page, "Thank you")).toBeVisible();
}

const orderId = (page: Page) => Number(new URL(page.url()).pathname.split("/").at(-1));

/** A state of an order's page after the owner's changes, which it makes one after the other. */
function changed(name: string, headline: string, changes: Record<string, object>, place = placeOrder): State {
  return {
    name,
    async arrange({ page }) {
      await place(page);
      const { access_token } = await ownerSession(page.request);
      const id = orderId(page);
      for (const [change, data] of Object.entries(changes)) {
        const headers = { Authorization: `Bearer ${access_token}` };
        const response = await page.request.post(`/admin/api/orders/${id}/${change}`, { headers, data });
        expect(response.ok()).toBe(true);
      }
      await page.reload();
      await expect(heading(page, headline)).toBeVisible();
    },
  };
}

/** Turns an order into a card order that waits for its payment, or that nobody paid. */
async function leaveUnpaid(page: Page, { dataDir }: RunningGateway, status: "awaiting-card" | "voided") {
  changeDataFile(
    dataDir,
    `UPDATE orders SET payment_status = '${status}',
       contents = json_set(contents, '$.payment.method', 'card', '$.payment.title', 'Card') WHERE id = ${orderId(page)}`,
  );
  await page.reload();
}

/** Settings of a shop that takes cards. The gallery sends nothing to the card processor. */
const CARD_SETTINGS = {
  STRIPE_SECRET_KEY: "sk_test_porchlight",
  STRIPE_WEBHOOK_SECRET: "whsec_porchlight",
  STRIPE_API_URL: "http://127.0.0.1:9",
};
let withCards: RunningGateway | undefined;

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
        await submitStep(page);
        await expect(page.getByRole("alert")).toBeVisible();
      },
    },
    {
      name: "contact, for a download",
      async arrange({ page }) {
        await page.goto(await aCheckout(page.request, { handle: "lake-effect-download" }));
        await expect(page.getByLabel("Country")).toBeVisible();
      },
    },
    {
      name: "review and pay, a download to Germany",
      async arrange({ page }) {
        await page.goto(await aCheckout(page.request, { handle: "lake-effect-download" }));
        await page.getByLabel("Email").fill("ann@example.com");
        await page.getByLabel("Country").selectOption("DE");
        await submitStep(page);
        await expect(page.getByRole("checkbox")).toBeVisible();
      },
    },
    { name: "delivery", arrange: ({ page }) => atDelivery(page) },
    { name: "review and pay", arrange: ({ page }) => atReview(page) },
    {
      name: "order, to be paid later",
      async arrange({ page, gateway }) {
        await placeOrder(page);
        // Dates differ in length, and so the text would wrap differently on another day.
        const heldUntil = "2026-12-01T05:00:00.000Z";
        changeDataFile(gateway.dataDir, `UPDATE orders SET held_until = '${heldUntil}' WHERE id = ${orderId(page)}`);
        await page.reload();
        await expect(page.getByText("November 30, 2026")).toBeVisible();
      },
    },
    changed("order, on its way", "It is on its way", {
      shipped: { carrier: "Canada Post", trackingNumber: "7023 2101 2345" },
    }),
    changed("order, ready to be picked up", "It is ready for you", { shipped: {} }, placeOrderToPickUp),
    changed("order, paid", "Thank you", { paid: {} }),
    {
      name: "order, waiting for its payment",
      async arrange({ page }) {
        withCards = await startGateway({ settings: CARD_SETTINGS });
        const store = await request.newContext({ baseURL: withCards.url });
        await placeOrder(page, store);
        await store.dispose();
        await leaveUnpaid(page, withCards, "awaiting-card");
        await expect(heading(page, "Waiting for your payment")).toBeVisible();
      },
      undo: () => withCards?.stop(),
    },
    {
      name: "order, not paid",
      async arrange({ page, gateway }) {
        await placeOrder(page);
        await leaveUnpaid(page, gateway, "voided");
        await expect(heading(page, "This order was not paid")).toBeVisible();
      },
    },
    {
      name: "order, not paid in time",
      async arrange({ page, gateway }) {
        await placeOrder(page);
        changeDataFile(
          gateway.dataDir,
          `UPDATE orders SET payment_status = 'voided', cancelled_at = placed_at, cancel_reason = 'unpaid'
             WHERE id = ${orderId(page)}`,
        );
        await page.reload();
        await expect(heading(page, "This order has ended")).toBeVisible();
      },
    },
    changed("order, refunded", "Your money is on its way back", { paid: {}, refunded: {} }),
    changed("order, cancelled", "This order was cancelled", { paid: {}, cancelled: { refund: true } }),
    {
      name: "order to Germany, that can be withdrawn from",
      async arrange({ page }) {
        await placeOrderToGermany(page);
        await expect(withdrawLink(page)).toBeVisible();
      },
    },
    {
      name: "withdrawing",
      async arrange({ page }) {
        await placeOrderToGermany(page);
        await withdrawLink(page).click();
        await expect(heading(page, "Withdraw from contract")).toBeVisible();
      },
    },
    {
      name: "withdrawing, with mistakes",
      async arrange({ page }) {
        await placeOrderToGermany(page);
        await withdrawLink(page).click();
        await page.getByRole("checkbox").uncheck({ force: true });
        await page.getByRole("button", { name: "Confirm withdrawal" }).click();
        await expect(page.getByRole("alert")).toBeVisible();
      },
    },
    {
      name: "order, withdrawn",
      async arrange({ page }) {
        await placeOrderToGermany(page);
        await withdrawLink(page).click();
        await page.getByRole("button", { name: "Confirm withdrawal" }).click();
        await expect(heading(page, "Your withdrawal has reached us")).toBeVisible();
      },
    },
    changed(
      "order of a download, with its link",
      "It is ready for you",
      { shipped: { downloadUrl: "https://files.example/lake-effect.zip" } },
      placeOrderOfDownload,
    ),
    {
      name: "review, with a code and a gift card",
      async arrange(visit) {
        const { page } = visit;
        sellCodes(visit);
        await atReview(page);
        await enter(page, "Discount code", CODE);
        await expect(page.getByText(CODE, { exact: true })).toBeVisible();
        await enter(page, "Gift card", GIFT_CARD);
        await expect(page.getByText(/8VRA/).first()).toBeVisible();
      },
      undo: ({ gateway }) => restoreContent(gateway, [STORE_FILE]),
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
