import type { Page } from "@playwright/test";
import { aBritishSite, artistJson } from "./support/british-site.ts";
import { seedSubscribers } from "./support/data-file.ts";
import { type RunningGateway, startGateway } from "./support/gateway.ts";
import { emailTexts } from "./support/outbox.ts";
import { saveContent } from "./support/own-content.ts";
import { openSignedIn, ownerSession } from "./support/owner.ts";
import { aCheckout, addToCart, cartButton } from "./support/shop.ts";
import { test as base, expect } from "./support/test.ts";
import { heading, open } from "./support/visitor.ts";

// docs/product.md §2: `language` decides dates, numbers, money and the names of address fields.
const test = base.extend<object, { gateway: RunningGateway }>({
  gateway: [
    async ({ isHosted: _ }, use) => {
      const { contentDir, remove } = aBritishSite();
      const gateway = await startGateway({ contentDir });
      await use(gateway);
      await gateway.stop();
      remove();
    },
    { scope: "worker" },
  ],
});
// The browser's language is Canadian English, as in all journeys: the site's language decides.
test.use({ reducedMotion: "reduce" });

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*";
/** Spellings, dates and money that a British site must not have. */
const FOREIGN = [
  new RegExp(`\\b${MONTH}\\.? \\d{1,2}(?:,| |$)`, "m"),
  /\b\d{1,2}\/\d{1,2}\/\d{4}\b/,
  /\d\s?(?:[ap]\.m\.|[AP]M\b)/,
  /\$|\b(?:CAD|USD)\b/,
  /province/i,
  /\bzip\b/i,
  /postal code/i,
  /taxes are added/i,
];

const PRODUCT = "Lino print";
const EMAIL = "ann@example.com";

/** The text of a page, including its head and its fields. */
async function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const named = [...document.querySelectorAll("[aria-label], [placeholder], meta[content], option")];
    const words = named.flatMap((one) => [
      one.getAttribute("aria-label"),
      one.getAttribute("placeholder"),
      one.getAttribute("content"),
      one.textContent,
    ]);
    return [document.title, document.body.innerText, ...words].join("\n");
  });
}

function expectBritish(words: string): void {
  for (const pattern of FOREIGN) expect(words).not.toMatch(pattern);
}

const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

test("every finished page is in British English", async ({ page }) => {
  const shown: string[] = [];
  for (const path of [
    "/",
    "/about",
    "/music",
    "/music/ebb",
    "/music/flood",
    "/shop",
    "/shop/print",
    "/privacy",
    "/terms",
  ]) {
    await open(page, path);
    const words = await wordsOf(page);
    expectBritish(words);
    shown.push(words);
  }
  const all = shown.join("\n");
  for (const words of ["3 June 2026", "November 2025", "£1,100.50", "£1,250.00", "Last updated: 5 January 2026"]) {
    expect(all).toContain(words);
  }
  await expect(page.locator("html")).toHaveAttribute("lang", "en-GB");
});

test("cart, checkout, order page, emails and the owner's dashboard are in British English", async ({
  page,
  context,
  gateway,
  noise,
}) => {
  test.slow();
  // The checkout gets a form with mistakes.
  noise.provoke(/status of 422/);
  await test.step("the cart", async () => {
    await open(page, "/#/shop");
    await addToCart(page, PRODUCT);
    await cartButton(page, 1).click();
    const cart = page.getByRole("dialog", { name: "CART" });
    await expect(cart.getByText("Total: £1,100.50", { exact: true })).toBeVisible();
    await expect(cart.getByText("Prices include taxes. Shipping is added at the checkout.")).toBeVisible();
    expectBritish(await wordsOf(page));
  });

  await test.step("the checkout", async () => {
    await page.goto(await aCheckout(page.request, { handle: "print", quantity: 2 }));
    await expect(heading(page, "Contact")).toBeVisible();
    expectBritish(await wordsOf(page));
    await page.getByLabel("Email").fill(EMAIL);
    await goOn(page);
    await expect(page.getByText("Please check this")).toBeVisible();
    expectBritish(await wordsOf(page));
    await page.getByLabel("Last name").fill("Lee");
    await page.getByLabel("Street and number").fill("2 Quay Street");
    await page.getByLabel("Town or city").fill("Aldeburgh");
    await page.getByLabel("County").fill("Suffolk");
    await page.getByLabel("Postcode").fill("IP15 5AA");
    await goOn(page);
    await expect(heading(page, "Delivery")).toBeVisible();
    expectBritish(await wordsOf(page));
    await page.getByRole("radio", { name: /Parcel/ }).check({ force: true });
    await goOn(page);
    await expect(heading(page, "Review and pay")).toBeVisible();
    await page.getByText("Add a discount code or gift card").click();
    for (const [code, sentence] of [
      ["LATER", "This code is valid from 5 January 2999."],
      ["LARGE", "This code is for orders from £50,000.00."],
    ] as const) {
      await page.getByLabel("Discount code", { exact: true }).fill(code);
      await page.getByRole("button", { name: "Apply the discount code" }).click();
      await expect(page.getByRole("alert").getByText(sentence)).toBeVisible();
      expectBritish(await wordsOf(page));
    }
    await page.getByLabel("Gift card", { exact: true }).fill("EBBFLOOD2026");
    await page.getByRole("button", { name: "Apply the gift card" }).click();
    await expect(page.getByText(/^Gift card ending in/)).toBeVisible();
    const words = await wordsOf(page);
    expectBritish(words);
    for (const sum of ["£2,201.00", "£4.20", "VAT 20%, included", "£2,205.20", "−£2.20", "£2,203.00"]) {
      expect(words).toContain(sum);
    }
    await page.getByRole("button", { name: /£2,203\.00$/ }).click();
  });

  await test.step("the order's page", async () => {
    await expect(heading(page, "Thank you")).toBeVisible();
    const words = await wordsOf(page);
    expectBritish(words);
    expect(words).toContain("Bank transfer: £2,203.00");
  });

  await test.step("the owner's dashboard", async () => {
    const subscribedAt = new Date(Date.now() - 3_600_000);
    seedSubscribers(gateway.dataDir, [{ email: "fan@example.com", subscribedAt }]);
    const owner = await context.newPage();
    await openSignedIn(owner);
    const subscribed = new RegExp(`^\\d{1,2} ${MONTH} \\d{4}, \\d{2}:\\d{2} UTC$`);
    await expect(owner.getByText(subscribed).first()).toBeVisible();
    for (const name of [/^Overview/, /^Subscribers/, /^Settings/, /^Orders/]) {
      await owner.getByRole("tab", { name }).click();
      await expect(owner.getByText("Loading...")).toHaveCount(0);
      expectBritish(await wordsOf(owner));
    }
    await owner.getByRole("button", { name: /^Open order/ }).click();
    await expect(owner.getByText("2 Quay Street")).toBeVisible();
    const words = await wordsOf(owner);
    expectBritish(words);
    expect(words).toMatch(new RegExp(`\\b\\d{1,2} ${MONTH} \\d{4}, \\d{2}:\\d{2}`));
    expect(words).toContain("£2,203.00");
  });

  await test.step("emails and the file of orders", async () => {
    const { access_token } = await ownerSession(page.request);
    const headers = { Authorization: `Bearer ${access_token}` };
    for (const [change, data] of [
      ["paid", {}],
      ["shipped", { carrier: "Royal Mail", trackingNumber: "AB1", trackingUrl: "" }],
      ["refunded", {}],
    ] as const) {
      const response = await page.request.post(`/admin/api/orders/1/${change}`, { headers, data });
      expect(await response.text()).toContain('"number"');
    }
    await expect.poll(async () => (await emailTexts(gateway.dataDir, EMAIL)).length).toBe(4);
    await expect.poll(async () => (await emailTexts(gateway.dataDir, "owner@example.com")).length).toBe(1);
    const toBuyer = await emailTexts(gateway.dataDir, EMAIL);
    const toOwner = await emailTexts(gateway.dataDir, "owner@example.com");
    for (const text of [...toBuyer, ...toOwner]) expectBritish(text);
    expect(toBuyer[0]).toContain("How to pay £2,203.00: Bank transfer");
    expect(toBuyer.join()).toContain("£2,203.00 is going back the way you paid.");
    expect(toOwner.join()).toContain("£2,205.20");

    const file = await (await page.request.get("/admin/api/orders.csv", { headers })).text();
    expectBritish(file);
    expect(file).toContain(",City,County,Postcode,Country,");
  });
});

// The last one is Welsh, for which Chromium has no formats.
for (const language of [
  "en-GB",
  "en-US",
  "en-CA",
  "en-AU",
  "en-IN",
  "de",
  "fr-CA",
  "pl",
  "sv",
  "hu",
  "ja",
  "ar",
  "cy",
]) {
  test(`in ${language} the gateway and the browser format dates and money alike`, async ({ page, gateway }) => {
    saveContent(gateway, "artist.json", artistJson(language));
    const numbers = [];
    for (const path of ["/music", "/music/flood", "/shop"]) {
      let html = "";
      await expect(async () => {
        html = await (await page.request.get(path)).text();
        expect(html).toContain(`<html lang="${language}"`);
      }).toPass();
      await open(page, path);
      const { finished, hydrated } = await page.evaluate((text) => {
        const read = (from: Document) => [...from.querySelectorAll("time, .price")].map((one) => one.textContent);
        return { finished: read(new DOMParser().parseFromString(text, "text/html")), hydrated: read(document) };
      }, html);
      expect(hydrated).toEqual(finished);
      numbers.push(...finished);
    }
    expect(numbers.length).toBeGreaterThan(2);
  });
}
