import { describe, expect, test } from "vitest";
import { SOME_PRODUCTS } from "../catalogue/a-catalogue.case.ts";
import { place } from "../checkout/a-checkout.case.ts";
import { createOrderLimits } from "../orders/order-limit.ts";
import { ADDRESS, AT_A_SHOW, aCheckoutWith, aReadyCheckout, aShop, formsOf } from "./a-buyer.case.ts";

const CONTACT = /\/contact$/;
const DELIVERY = /\/delivery$/;
const PLACE = /\/place$/;
const LINE = /\/line$/;

describe("a form with mistakes", () => {
  test("is shown again with the typed values and all errors, and its valid fields are stored", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aCheckoutWith(store);
    const typed = { ...ADDRESS, email: "ann@", lastName: "", province: "Ontaria", zip: "12345", note: "Knock twice" };
    const page = await buyer.submit(await buyer.openCheckout(checkout), CONTACT, typed);

    expect(page.status).toBe(422);
    expect(page.html).toContain("<title>Please check · Contact · Checkout · Harbour Line</title>");
    expect(page.html).toMatch(/role="alert" tabindex="-1" autofocus/);
    const links = [...page.html.matchAll(/<li><a href="#([^"]*)">([^<]*)/g)].map(([, name, sentence]) => [
      name,
      sentence,
    ]);
    expect(links).toEqual([
      ["email", "Enter an email address such as ann@example.com."],
      ["lastName", "Enter your last name."],
      ["province", "We do not know this province, state or territory of that country."],
      ["zip", "This does not look like a postal code of that country."],
    ]);
    for (const [name, sentence] of links) {
      expect(page.html).toMatch(new RegExp(`id="${name}"[^>]*aria-invalid="true" aria-describedby="${name}-error"`));
      expect(page.html).toContain(`<p class="field-error" id="${name}-error">${sentence}</p>`);
    }
    expect(formsOf(page)[0]?.fields).toMatchObject(typed);
    expect(store.checkouts.find(checkout)).toMatchObject({ email: null, address: null, note: "Knock twice" });

    const delivery = await buyer.submit(page, CONTACT, ADDRESS);
    expect(delivery.words).toContain("To Port Dover, Canada");
  });

  test("names the province of a postal code that is in another one, because taxes depend on the province", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aCheckoutWith(store);
    const page = await buyer.submit(await buyer.openCheckout(checkout), CONTACT, { ...ADDRESS, province: "Alberta" });
    expect(page.status).toBe(422);
    expect(page.html).toContain('<p class="field-error" id="zip-error">This postal code is in Ontario.</p>');
    expect(store.checkouts.find(checkout)?.address).toBeNull();
  });

  test.each([
    ["US", "State", "ZIP code", ["Enter the state or territory.", "Enter the ZIP code."]],
    ["AU", "State or territory", "Postcode", ["Enter the state or territory."]],
    ["CA", "Province or state", "Postal code", ["Enter the province, state or territory.", "Enter the postal code."]],
    ["GB", "County", "Postcode", []],
    ["NO", "Province or state", "Postal code", []],
  ])("names the parts of an address as in the chosen country: %s", async (country, region, postalCode, missing) => {
    const shipping = [{ title: "All", countries: ["*"], rates: [{ handle: "parcel", title: "Parcel", price: 1200 }] }];
    const { store, buyer } = await aShop({ settings: { shipping } });
    const contact = await buyer.openCheckout(await aCheckoutWith(store));
    const typed = { ...ADDRESS, email: "ann@", country, province: "", zip: "" };
    const page = await buyer.submit(contact, CONTACT, typed);
    const isOptional = missing.length === 0;
    expect(page.html).toContain(
      `<label for="province">${region}${isOptional ? ' <span class="field-hint">optional</span>' : ""}</label>`,
    );
    expect(page.html).toContain(`<label for="zip">${postalCode}</label>`);
    const sentences = [...page.html.matchAll(/<li><a href="#(?:province|zip)">([^<]*)/g)].map(
      ([, sentence]) => sentence,
    );
    expect(sentences).toEqual(missing);
  });

  test("names the parts of an address as in the country that the form shows first", async () => {
    const shipping = [
      { title: "Home", countries: ["NO"], rates: [{ handle: "parcel", title: "Parcel", price: 1200 }] },
    ];
    const { store, buyer } = await aShop({ settings: { shipping, country: "CA" } });
    const contact = await buyer.openCheckout(await aCheckoutWith(store));
    expect(contact.html).toContain(
      '<label for="province">Province or state <span class="field-hint">optional</span></label>',
    );
  });

  test("a note that is too long is rejected, not cut", async () => {
    const { store, buyer } = await aShop();
    const note = "a".repeat(5_001);
    const contact = await buyer.openCheckout(await aCheckoutWith(store));
    const page = await buyer.submit(contact, CONTACT, { ...ADDRESS, note });
    expect([page.status, formsOf(page)[0]?.fields.note]).toEqual([422, note]);
    expect(page.words).toContain("At most 5,000 characters fit here.");
  });

  test("is rejected at each step if it has no valid choice", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    const pages = [
      await buyer.submit(await buyer.openCheckout(checkout, "contact"), CONTACT, { how: "by-gull" }),
      await buyer.submit(await buyer.openCheckout(checkout, "delivery"), DELIVERY, { delivery: "by-gull" }),
      await buyer.submit(await buyer.openCheckout(checkout, "payment"), PLACE, { payment: "by-gull" }),
      await buyer.submit(await buyer.openCheckout(checkout, "payment"), PLACE, { payment: "card" }),
    ];
    expect(pages.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect(pages[0]?.html).toContain('<a href="#how">Choose how you would like to get it.</a>');
    expect(pages[1]?.html).toContain('<a href="#delivery">Choose how you would like to get it.</a>');
    for (const page of pages.slice(2)) {
      expect(page.html).toContain('<a href="#payment">Choose how you would like to pay.</a>');
      expect(page.html).toContain('<input type="radio" id="payment"');
    }
  });
});

describe("an order that cannot be placed as it is", () => {
  test("more than the limit of one order: the page names the limit, before and after the owner has changed it", async () => {
    const products = [{ handle: "tee", title: "Tee", price: "38.00", stock: "100", perOrder: "4" }];
    const { store, buyer } = await aShop({ products });
    const checkout = await aReadyCheckout(store, "tee", 4);
    const payment = await buyer.openCheckout(checkout, "payment");
    const refused = await buyer.submit(payment, LINE, { quantity: "5", do: "change" });
    expect([refused.status, refused.words]).toEqual([
      422,
      expect.stringContaining("One order can have 4 of Tee at most."),
    ]);
    store.catalogue.change({ products: products.map((product) => ({ ...product, perOrder: "3" })) });
    const placed = await buyer.submit(payment, /\/place$/, { payment: "e-transfer" });
    expect(placed.words).toContain("One order can have 3 of Tee at most.");
  });

  test("more than the stock: the page says how many are left, and the line can be changed and removed", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    const payment = await buyer.openCheckout(checkout, "payment");
    const refused = await buyer.submit(payment, LINE, { quantity: "9", do: "change" });
    expect(refused.status).toBe(422);
    expect(refused.words).toContain("Only 5 of Long Point (LP) left.");
    expect(formsOf(refused).find(({ action }) => LINE.test(action))?.fields.quantity).toBe("9");

    const changed = await buyer.submit(refused, LINE, { quantity: "3", do: "change" });
    expect(changed.words).toContain("3 × $32.50");
    const empty = await buyer.submit(changed, LINE, { do: "remove" });
    expect([empty.status, empty.words]).toEqual([200, expect.stringContaining("Your order is empty")]);
  });

  test.each(["", "two", "-1", "1.5", "9999999999999999"])("a quantity of %j is rejected", async (quantity) => {
    const { store, buyer } = await aShop();
    const payment = await buyer.openCheckout(await aReadyCheckout(store), "payment");
    const refused = await buyer.submit(payment, LINE, { quantity, do: "change" });
    expect([refused.status, refused.words]).toEqual([422, expect.stringContaining("Enter a whole number.")]);
  });

  test("a far too large quantity is rejected with its own message", async () => {
    const { store, buyer } = await aShop();
    const payment = await buyer.openCheckout(await aReadyCheckout(store), "payment");
    const refused = await buyer.submit(payment, LINE, { quantity: "9999999", do: "change" });
    expect([refused.status, refused.words]).toEqual([
      422,
      expect.stringContaining("So much cannot be ordered at once."),
    ]);
  });

  test("a quantity of 0 removes the line", async () => {
    const { store, buyer } = await aShop();
    const payment = await buyer.openCheckout(await aReadyCheckout(store), "payment");
    const empty = await buyer.submit(payment, LINE, { quantity: "0", do: "change" });
    expect(empty.words).toContain("Your order is empty");
  });

  test("goods that were sold to another buyer meanwhile: no order is placed", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store, "record", 2);
    const payment = await buyer.openCheckout(checkout, "payment");
    await place(store, await aCheckoutWith(store, "record", 4));
    const refused = await buyer.submit(payment, PLACE, { payment: "e-transfer" });
    expect([refused.status, refused.words]).toEqual([422, expect.stringContaining("Only 1 of Long Point (LP) left.")]);
    await place(store, await aCheckoutWith(store, "record", 1));
    const soldOut = await buyer.submit(payment, PLACE, { payment: "e-transfer" });
    expect(soldOut.words).toContain("Long Point (LP) has sold out.");
    expect(store.orders.list({}, { limit: 10 }).total).toBe(2);
  });

  test("after too many orders for one mailbox: the form still has all choices, and can be sent again later", async () => {
    let now = 0;
    const { store, buyer } = await aShop(
      {},
      createOrderLimits(() => now),
    );
    for (let n = 0; n < 5; n += 1) {
      const payment = await buyer.openCheckout(await aReadyCheckout(store, "mug"), "payment");
      expect((await buyer.submit(payment, PLACE, { payment: "e-transfer" })).words).toContain("Thank you");
    }
    const payment = await buyer.openCheckout(await aReadyCheckout(store, "mug"), "payment");
    const refused = await buyer.submit(payment, PLACE, { payment: "e-transfer" });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "600"]);
    expect(refused.words).toContain(
      "Too many orders were placed just now, and yours was not. What you entered is still here: please try again in 10 minutes.",
    );
    expect(refused.html).toMatch(/value="e-transfer"[^>]* checked/);
    expect(store.orders.list({}, { limit: 10 }).total).toBe(5);
    now += 600_000;
    expect((await buyer.submit(refused, PLACE)).words).toContain("Thank you");
  });

  test("with more pieces than can be held before payment: a smaller quantity is accepted, and paid orders do not count", async () => {
    const { store, buyer } = await aShop(
      {},
      createOrderLimits(() => 0),
    );
    const payment = await buyer.openCheckout(await aReadyCheckout(store, "record", 4), "payment");
    const refused = await buyer.submit(payment, PLACE, { payment: "e-transfer" });
    expect([refused.status, refused.words]).toEqual([
      422,
      expect.stringContaining("We can hold 3 of Long Point (LP) for you before payment. Please choose fewer."),
    ]);
    const fewer = await buyer.submit(refused, LINE, { quantity: "3", do: "change" });
    expect((await buyer.submit(fewer, PLACE, { payment: "e-transfer" })).words).toContain("Thank you");
    const another = await buyer.openCheckout(await aReadyCheckout(store, "record", 1), "payment");
    const none = await buyer.submit(another, PLACE, { payment: "e-transfer" });
    expect(none.words).toContain(
      "Unpaid orders from your network or for your email address hold all of Long Point (LP) that they can. Please pay for those first, or try again later.",
    );
    expect(none.words).not.toContain("by card");
    await store.orders.markPaid(1);
    expect((await buyer.submit(none, PLACE, { payment: "e-transfer" })).words).toContain("Thank you");
  });

  test("a price that has changed: the buyer sees the new one first", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    const payment = await buyer.openCheckout(checkout, "payment");
    const [record] = SOME_PRODUCTS.filter(({ handle }) => handle === "record");
    store.catalogue.change({ products: [{ handle: "record", title: "Long Point (LP)", ...record, price: "40.00" }] });
    const refused = await buyer.submit(payment, PLACE, { payment: "e-transfer" });
    expect(refused.status).toBe(422);
    expect(refused.words).toContain("The total has changed since you saw it.");
    expect(refused.words).toContain("Total $58.76 CAD");
    expect((await buyer.submit(refused, PLACE, { payment: "e-transfer" })).words).toContain("Thank you");
  });

  test("a product that is no longer on sale has to be removed first", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    store.catalogue.change({ products: [{ handle: "mug", title: "Mug", price: "18.00" }] });
    const payment = await buyer.openCheckout(checkout);
    expect(payment.words).toContain("No longer on sale");
    const refused = await buyer.post(`/checkout/${checkout.token}/place`, { key: checkout.key, payment: "e-transfer" });
    expect([refused.status, refused.words]).toEqual([422, expect.stringContaining("no longer on sale. Remove it")]);
    expect((await buyer.submit(refused, LINE, { do: "remove" })).words).toContain("Your order is empty");
  });

  test("an order too heavy for every rate: the page says so, and the buyer can remove something", async () => {
    const rates = [{ handle: "canada-parcel", title: "Parcel", price: 1200, upToGrams: 500 }];
    const shipping = [{ title: "Canada", countries: ["CA"], rates }];
    const { store, buyer } = await aShop({ settings: { shipping } });
    const checkout = await aCheckoutWith(store, "record", 2);
    const delivery = await buyer.submit(await buyer.openCheckout(checkout), CONTACT, ADDRESS);
    expect(delivery.status).toBe(200);
    expect(delivery.words).toContain("We cannot send this order to Canada: it is too heavy for what we offer there.");
    const lighter = await buyer.submit(delivery, LINE, { quantity: "1", do: "change" });
    expect(lighter.words).toContain("Parcel $12.00");
  });

  test("an order to a country without shipping: the form and the delivery step say so", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aCheckoutWith(store);
    const toJapan = { ...ADDRESS, country: "JP", province: "" };
    const refused = await buyer.submit(await buyer.openCheckout(checkout), CONTACT, toJapan);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('<li><a href="#country">We do not send there.</a></li>');
    const delivery = await buyer.openCheckout(checkout, "delivery");
    expect(delivery.words).toContain("We do not send to Japan. Go back to choose another way, or write to us.");
  });

  test("an order too heavy for shipping, after a choice of pickup: the form says so", async () => {
    const rates = [{ handle: "canada-parcel", title: "Parcel", price: 1200, upToGrams: 500 }];
    const { store, buyer } = await aShop({ settings: { shipping: [{ title: "Canada", countries: ["CA"], rates }] } });
    const checkout = await aCheckoutWith(store, "record", 2);
    await buyer.submit(await buyer.openCheckout(checkout), CONTACT, AT_A_SHOW);
    const refused = await buyer.submit(await buyer.openCheckout(checkout, "contact"), CONTACT, ADDRESS);
    expect([refused.status, refused.words]).toEqual([422, expect.stringContaining("We cannot send this order there")]);
    expect(formsOf(refused)[0]?.fields).toMatchObject(ADDRESS);
  });
});
