import { expect, test } from "vitest";
import { EMPTY_CART } from "../a-store.case.ts";
import { done, linesOf } from "../checkout/a-checkout.case.ts";
import { ADDRESS, aReadyCheckout, aShop, formsOf } from "./a-buyer.case.ts";

const HOMECOMING = {
  code: "HOMECOMING",
  title: "Homecoming",
  value: { kind: "percentage", millionths: 100_000 },
  oncePerCustomer: false,
} as const;
const GIFT_CARD = { code: "LAKE12345678", balance: 1_000, currency: "CAD", isEnabled: true };

const settings = {
  discounts: [
    HOMECOMING,
    { ...HOMECOMING, code: "LATE", endsAt: "2026-01-01T00:00:00Z" },
    { ...HOMECOMING, code: "EARLY", startsAt: "2026-12-01T00:00:00.000Z" },
    { ...HOMECOMING, code: "TONIGHT", startsAt: "2026-06-01T23:30:00.000Z" },
    { ...HOMECOMING, code: "FIFTY", minimum: 5_000 },
    { ...HOMECOMING, code: "RECORDS", minimum: 6_500, products: ["record"] },
    { ...HOMECOMING, code: "BYMAIL", minimum: 100_000, value: { kind: "free-shipping" } as const },
  ],
  giftCards: [GIFT_CARD],
};

async function atPayment() {
  const { store, buyer } = await aShop({ settings });
  const checkout = await aReadyCheckout(store);
  return { store, buyer, checkout, payment: await buyer.openCheckout(checkout, "payment") };
}

test("a discount code reduces the price, and can be removed again", async () => {
  const { buyer, payment } = await atPayment();
  const less = await buyer.submit(payment, /\/discount$/, { discount: "homecoming" });
  expect(less.words).toContain("Discount code homecoming Remove");
  expect(less.words).toContain("before $32.50 $29.25");
  expect(less.words).toContain("Discount −$3.25");
  const full = await buyer.submit(less, /\/discount\/remove$/);
  expect(full.words).not.toContain("Discount −");
});

test("a code that each customer may use once is rejected as the second order is placed, and can then be removed", async () => {
  const { store, buyer } = await aShop({ settings: { discounts: [{ ...HOMECOMING, oncePerCustomer: true }] } });
  const order = async () => {
    const payment = await buyer.openCheckout(await aReadyCheckout(store), "payment");
    const less = await buyer.submit(payment, /\/discount$/, { discount: "homecoming" });
    expect(less.words).toContain("Discount −$3.25");
    return buyer.submit(less, /\/place$/, { payment: "e-transfer" });
  };
  expect((await order()).words).toContain("Order #1001");
  const rejected = await order();
  expect(rejected.status).toBe(422);
  expect(rejected.words).toContain(
    "The code HOMECOMING has been used with your email address before. Please remove it, then place your order.",
  );
  const full = await buyer.submit(rejected, /\/discount\/remove$/);
  expect((await buyer.submit(full, /\/place$/, { payment: "e-transfer" })).words).toContain("Order #1002");
});

test("a gift card pays a part, the page shows the rest, and it can be removed again", async () => {
  const { store, buyer, payment } = await atPayment();
  const less = await buyer.submit(payment, /\/gift-card$/, { giftCard: "lake 1234 5678" });
  expect(less.words).toContain("Gift card ending in 5678 Remove");
  expect(less.words).toContain("Total $50.29 CAD Gift card −$10.00 Left to pay $40.29 CAD");
  const full = await buyer.submit(less, /\/gift-card\/remove$/);
  expect(full.words).not.toContain("Left to pay");

  const again = await buyer.submit(full, /\/gift-card$/, { giftCard: GIFT_CARD.code });
  const status = await buyer.submit(again, /\/place$/, { payment: "e-transfer" });
  expect(status.words).toContain("Gift card −$10.00 To pay $40.29 CAD");
  expect(store.orders.byId(1)?.due).toBe(4029);
});

test.each([
  ["discount", "SUMMER", "We do not know this code. Please check its spelling."],
  ["discount", "LATE", "This code has expired."],
  ["discount", "EARLY", "This code is valid from December 1, 2026."],
  ["discount", "TONIGHT", "This code is valid from June 1, 2026, 23:30 UTC."],
  ["discount", "FIFTY", "This code is for orders from $50.00."],
  ["discount", "RECORDS", "This code is for orders with at least $65.00 of the goods it is for."],
  ["discount", "BYMAIL", "This code is for orders with at least $1,000.00 of goods that are sent."],
  ["giftCard", "POND12345678", "We do not know this gift card. Please check its code."],
  ["giftCard", "LAKE 1234 !!", "A gift card has 8 to 32 letters and digits."],
])("the error about %s %s shows beside its field, which is open and still filled", async (name, code, sentence) => {
  const { buyer, payment } = await atPayment();
  const action = name === "discount" ? /\/discount$/ : /\/gift-card$/;
  const refused = await buyer.submit(payment, action, { [name]: code });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain(`<li><a href="#${name}">${sentence}</a></li>`);
  expect(refused.html).toMatch(/<div class="codes">\s*<details open>/);
  expect(formsOf(refused).find((form) => action.test(form.action))?.fields[name]).toBe(code);
  // The total is unchanged.
  expect(refused.words).toContain("Total $50.29 CAD");
});

test.each([
  ["discount", /\/discount$/, "HOMECOMING"],
  ["giftCard", /\/gift-card$/, GIFT_CARD.code],
])(
  "%s codes cannot be guessed: after ten wrong codes even the right one is refused for a while",
  async (name, action, right) => {
    const { store, buyer, payment } = await atPayment();
    for (let at = 10; at < 20; at += 1) await buyer.submit(payment, action, { [name]: `GUESS${at}00` });
    const refused = await buyer.submit(payment, action, { [name]: right });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(
      `<li><a href="#${name}">Too many codes were wrong. Please wait a few minutes, then try again.</a></li>`,
    );
    store.moveClock(1 / 24 / 60);
    expect((await buyer.submit(payment, action, { [name]: right })).status).toBe(200);
  },
);

test("the page says why a code no longer applies, and the code can be removed", async () => {
  const { store, buyer, checkout, payment } = await atPayment();
  await buyer.submit(payment, /\/discount$/, { discount: "HOMECOMING" });
  store.catalogue.change({ settings: { ...settings, discounts: [] } });
  const lapsed = await buyer.openCheckout(checkout, "payment");
  expect(lapsed.words).toContain("Discount code HOMECOMING. We do not know this code.");
  expect(lapsed.words).not.toContain("Discount −");
  expect((await buyer.submit(lapsed, /\/discount\/remove$/)).words).not.toContain("HOMECOMING");
});

test.each([
  ["EARLY", "December 1, 2026"],
  ["TONIGHT", "June 1, 2026, 19:30 EDT"],
])("the day from which %s is valid is shown in the shop's time zone", async (code, from) => {
  const early = { ...HOMECOMING, code: "EARLY", startsAt: "2026-12-01T05:00:00.000Z" };
  const discounts = [early, { ...HOMECOMING, code: "TONIGHT", startsAt: "2026-06-01T23:30:00.000Z" }];
  const { store, buyer } = await aShop({ settings: { discounts, timeZone: "America/Toronto" } });
  const payment = await buyer.openCheckout(await aReadyCheckout(store, "record"), "payment");
  const refused = await buyer.submit(payment, /\/discount$/, { discount: code });
  expect(refused.words).toContain(`This code is valid from ${from}.`);
});

test("the page names the minimum of a code if the order no longer reaches it", async () => {
  const { store, buyer } = await aShop({ settings });
  const payment = await buyer.openCheckout(await aReadyCheckout(store, "record", 2), "payment");
  const less = await buyer.submit(payment, /\/discount$/, { discount: "FIFTY" });
  const fewer = await buyer.submit(less, /\/line$/, { quantity: "1", do: "change" });
  expect(fewer.words).toContain("Discount code FIFTY. This code is for orders from $50.00. Remove");
});

test("one of several codes can be removed, and the page says why each of the others does not apply", async () => {
  const post = { ...HOMECOMING, code: "POST", value: { kind: "free-shipping" } } as const;
  const { store, buyer } = await aShop({ settings: { ...settings, discounts: [...settings.discounts, post] } });
  const { cart } = await store.carts.create({
    ...EMPTY_CART,
    lines: linesOf(store, "record", 1),
    buyerIdentity: { countryCode: "CA", email: "ann@example.com", phone: null },
    discountCodes: ["HOMECOMING", "POST", "LATE", "HOMCOMING"],
  });
  const checkout = await store.checkouts.ofCart(cart.token);
  if (!checkout) throw new Error("The cart has no checkout");
  const { email: _, how: __, ...address } = ADDRESS;
  done(await store.checkouts.setAddress(checkout, address));
  const payment = await buyer.openCheckout(
    done(await store.checkouts.setDelivery(checkout, "canada-parcel")),
    "payment",
  );
  expect(payment.words).toContain("Discount code LATE. This code has expired. Remove");
  expect(payment.words).toContain(
    "Discount code HOMCOMING. We do not know this code. Please check its spelling. Remove",
  );

  const removal = formsOf(payment).find(({ fields }) => fields.code === "POST");
  if (!removal) throw new Error("The page has no form that removes POST");
  await buyer.post(removal.action, removal.fields);
  const without = await buyer.openCheckout(checkout, "payment");
  expect(without.words).not.toContain("POST");
  expect(without.words).toContain("Discount code HOMECOMING Remove");
  expect(without.words).toContain("Discount −$3.25");
});

test("the contact page has no second form, because sending one would lose the typed address", async () => {
  const { buyer, checkout } = await atPayment();
  const contact = await buyer.openCheckout(checkout, "contact");
  expect(formsOf(contact).map(({ action }) => action)).toEqual([`/checkout/${checkout.token}/contact`]);
  expect(contact.words).toContain("You can change quantities and add a discount code or gift card before you pay.");
});

test("a tax that is included in the prices is shown as a part of the total", async () => {
  const { store, buyer } = await aShop({ settings: { taxesIncluded: true, taxesOnShipping: false } });
  const payment = await buyer.openCheckout(await aReadyCheckout(store), "payment");
  expect(payment.words).toContain("HST 13%, included $3.74 Total $44.50 CAD");
});
