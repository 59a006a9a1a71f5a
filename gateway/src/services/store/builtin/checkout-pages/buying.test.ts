import { describe, expect, test } from "vitest";
import { EMPTY_CART, variantOf } from "../a-store.case.ts";
import { done } from "../checkout/a-checkout.case.ts";
import { ADDRESS, AT_A_SHOW, aCheckoutWith, aReadyCheckout, aShop, formsOf } from "./a-buyer.case.ts";

const SINGLE = { handle: "single", title: "Single", price: "4.00", shipped: "no" } as const;
const CONTACT = /\/contact$/;
const DELIVERY = /\/delivery$/;
const PLACE = /\/place$/;

describe("from the cart to the order", () => {
  test("a buyer goes from the cart through three pages to an order", async () => {
    const { store, buyer } = await aShop();
    const { cart } = await store.carts.create({
      ...EMPTY_CART,
      lines: [{ variantId: variantOf(store.catalogue, "record").id, quantity: 2, attributes: [] }],
      buyerIdentity: { countryCode: "CA", email: null, phone: null },
    });

    const cartRedirect = await buyer.ask(`/checkout/cart/${cart.token}`);
    const contact = await buyer.open(`/checkout/cart/${cart.token}`);
    expect(contact.words).toContain("Long Point (LP) $65.00 2 × $32.50");
    expect(contact.words).toContain(
      "Subtotal $65.00 Delivery at the next step Taxes at the next step Total $65.00 CAD",
    );
    const delivery = await buyer.submit(contact, CONTACT, { ...ADDRESS, note: "Please wrap it.\nThanks" });
    expect(delivery.words).toContain("To Port Dover, Canada Parcel $12.00");
    const payment = await buyer.submit(delivery, DELIVERY, { delivery: "canada-parcel" });
    expect(payment.words).toContain("Address Ann Lee 1 Pier Road Port Dover ON N0A 1N1 Canada Change");
    expect(payment.words).toContain("Parcel $12.00 HST 13% $10.01 Total $87.01 CAD");
    // The law requires that the button itself says that it costs money. Source: Court of Justice of the EU, C-249/21.
    expect(payment.html).toContain('<button class="button">Buy now · $87.01 CAD</button>');
    const status = await buyer.submit(payment, PLACE, { payment: "e-transfer" });

    expect(status.words).toContain("Order #1001 Thank you");
    expect(status.words).toContain("Interac e-Transfer: $87.01 CAD Send it to us. Your order number is #1001.");
    expect(store.orders.byId(1)).toMatchObject({ total: 8701, note: "Please wrap it.\nThanks", email: ADDRESS.email });
    // The address of the first page names its step, so the browser's Back leads there from the second one.
    expect(cartRedirect.location).toMatch(/&step=contact$/);
    // A buyer who goes back to the cart or the checkout sees the order.
    expect((await buyer.open(`/checkout/cart/${cart.token}`)).words).toContain("Order #1001 Thank you");
  });

  test("the words about returns are linked before the order is placed, if there are any", async () => {
    const { store, buyer } = await aShop();
    const link = '<a href="/terms#returns">Refund Policy</a>';
    const checkout = await aReadyCheckout(store);
    const without = await buyer.openCheckout(checkout, "payment");
    expect(without.words).toContain("The Privacy Policy says what we keep.");
    expect(without.html).not.toContain(link);
    const refundPolicy = { id: 1, handle: "refund-policy", title: "Returns", body: "", path: "/terms#returns" };
    store.catalogue.change({ shop: { policies: { privacyPolicy: null, termsOfService: null, refundPolicy } } });
    const payment = await buyer.openCheckout(checkout, "payment");
    expect(payment.html).toContain(`The ${link} says what you can send back, and how.`);
  });

  test("an order for pickup has a name, needs no address, and has no delivery step", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aCheckoutWith(store);
    const contact = await buyer.openCheckout(checkout);
    const nameless = await buyer.submit(contact, CONTACT, { email: ADDRESS.email, how: "at-a-show" });
    expect(nameless.status).toBe(422);
    expect(nameless.html).toContain('<li><a href="#lastName">Enter your last name.</a></li>');
    expect((await buyer.openCheckout(checkout, "payment")).html).toContain("<h1>Contact</h1>");
    const payment = await buyer.submit(nameless, CONTACT, AT_A_SHOW);
    expect(payment.words).toContain("Pick up At a show Come to the merch table. Change how you get it");
    expect(payment.words).toContain("Name Ann Lee Change the name");
    expect(payment.words).not.toContain("Address");
    const status = await buyer.submit(payment, PLACE, { payment: "e-transfer" });
    expect(status.words).toContain("Thank you");
    expect(status.words).toContain("Name Ann Lee Pick up At a show");
    expect(status.words).not.toContain("Address");
    expect(store.orders.byId(1)).toMatchObject({
      delivery: { kind: "pickup" },
      address: { firstName: "Ann", lastName: "Lee", address1: "" },
    });
    expect(store.orders.list({ search: "ann lee" }, { limit: 1 }).total).toBe(1);
  });

  test("a buyer who chooses shipping after all enters the address and the delivery", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aCheckoutWith(store);
    await buyer.submit(await buyer.openCheckout(checkout), CONTACT, AT_A_SHOW);
    const delivery = await buyer.submit(await buyer.openCheckout(checkout, "contact"), CONTACT, ADDRESS);
    expect(delivery.words).toContain("To Port Dover, Canada");
    expect(store.checkouts.find(checkout)?.priced.delivery?.kind).toBe("shipping");
  });

  test("a download needs only an email address, a country and, if a tax depends on it, a province", async () => {
    const { store, buyer } = await aShop({ products: [SINGLE] });
    const checkout = await aCheckoutWith(store, "single");
    const contact = await buyer.openCheckout(checkout);
    expect(contact.words).not.toMatch(/Street|How would you like to get it|Last name/);
    expect(contact.words).toContain("Taxes at the next step Total $4.00 CAD");
    expect(formsOf(contact)[0]?.fields).toMatchObject({ country: "CA", province: "" });
    // Before the place is known, the payment page cannot be opened and no order can be placed.
    expect((await buyer.openCheckout(checkout, "payment")).html).toContain("<h1>Contact</h1>");
    const blank = await buyer.submit(contact, CONTACT, { email: ADDRESS.email });
    expect(blank.status).toBe(422);
    expect(blank.html).toContain('<li><a href="#province">Enter the province, state or territory.</a></li>');

    const payment = await buyer.submit(blank, CONTACT, { email: ADDRESS.email, province: "on" });
    expect(payment.words).toContain("Country Ontario, Canada Change the country");
    expect(payment.words).toContain("Buy now · $4.52 CAD");
    const status = await buyer.submit(payment, PLACE, { payment: "e-transfer" });
    expect(status.words).toContain("Order #1001 Thank you");
    expect(status.words).toContain("Country Ontario, Canada");
    expect(store.orders.byId(1)).toMatchObject({ taxPlace: { countryCode: "CA", provinceCode: "ON" }, totalTax: 52 });
  });

  test("a buyer of a download enters no province if no tax in their country depends on it", async () => {
    const { store, buyer } = await aShop({ products: [SINGLE] });
    const checkout = await aCheckoutWith(store, "single");
    const contact = await buyer.openCheckout(checkout);
    const payment = await buyer.submit(contact, CONTACT, { email: ADDRESS.email, country: "DE" });
    expect(payment.words).toContain("Country Germany Change the country");
    expect(payment.words).toContain("Buy now · $4.00 CAD");
    // A buyer who comes back finds the entered data.
    expect(formsOf(await buyer.openCheckout(checkout, "contact"))[0]?.fields.country).toBe("DE");

    const untaxed = await aShop({ products: [SINGLE], settings: { taxes: [] } });
    const page = await untaxed.buyer.openCheckout(await aCheckoutWith(untaxed.store, "single"));
    expect(page.words).toContain("Country");
    expect(page.words).not.toContain("Province");
  });

  test("a free download needs no country", async () => {
    const { store, buyer } = await aShop({ products: [{ ...SINGLE, price: "0.00" }] });
    const contact = await buyer.openCheckout(await aCheckoutWith(store, "single"));
    expect(contact.words).not.toContain("Country");
    const payment = await buyer.submit(contact, CONTACT, { email: ADDRESS.email });
    expect((await buyer.submit(payment, PLACE)).words).toContain("Order #1001 Thank you");
  });

  test("a shop without pickup offers no choice of delivery; a shop without shipping asks for no address", async () => {
    const { store, buyer } = await aShop({ settings: { pickup: () => [] } });
    const contact = await buyer.openCheckout(await aCheckoutWith(store));
    expect(contact.words).not.toContain("How would you like to get it");
    const { how: _, ...address } = ADDRESS;
    expect((await buyer.submit(contact, CONTACT, address)).words).toContain("To Port Dover, Canada");

    const merchTable = await aShop({ settings: { shipping: [] } });
    const checkout = await aCheckoutWith(merchTable.store);
    const page = await merchTable.buyer.openCheckout(checkout);
    expect(page.words).not.toContain("Country");
    expect(formsOf(page)[0]?.fields.how).toBe("at-a-show");
    const payment = await merchTable.buyer.submit(page, CONTACT, AT_A_SHOW);
    expect(payment.words).toContain("Pick up At a show");
  });

  test("a buyer chooses the show at which to pick up the order, and reads its name on every later page", async () => {
    const places = ["Kingston", "Halifax"].map((town) => ({
      handle: `at-a-show/${town}`,
      title: `At a show: ${town}`,
      instructions: "Come to the merch table.",
      show: { title: town, detail: "The Rope Walk" },
    }));
    const { store, buyer } = await aShop({ settings: { pickup: () => places } });
    const contact = await buyer.openCheckout(await aCheckoutWith(store));
    expect(contact.words).toContain("Pick it up: Kingston Free The Rope Walk");
    // However many shows there are, the name stands right under the email.
    expect(contact.words.indexOf("Last name")).toBeLessThan(contact.words.indexOf("How would you like to get it"));
    const unknown = await buyer.submit(contact, CONTACT, { ...AT_A_SHOW, how: "at-a-show/elsewhere" });
    expect(unknown.words).toContain("Choose how you would like to get it");
    const payment = await buyer.submit(contact, CONTACT, { ...AT_A_SHOW, how: "at-a-show/Halifax" });
    expect(payment.words).toContain("Pick up At a show: Halifax");
    expect((await buyer.submit(payment, PLACE)).words).toContain("Pick up At a show: Halifax Come to the merch table.");
    expect(store.orders.byId(1)?.delivery.title).toBe("At a show: Halifax");
  });

  test("a shop without ways to pay says so and shows no button, unless a gift card pays for everything", async () => {
    const giftCards = [{ code: "LAKE12345678", balance: 100_000, currency: "CAD", isEnabled: true }];
    const { store, buyer } = await aShop({ settings: { payments: [], giftCards } });
    const checkout = await aReadyCheckout(store);
    const payment = await buyer.openCheckout(checkout, "payment");
    expect(payment.words).toContain("There is no way to pay for this order just now. Please write to us.");
    expect(payment.words).not.toContain("Buy now");
    const covered = await buyer.submit(payment, /\/gift-card$/, { giftCard: "lake-1234-5678" });
    expect(covered.words).toContain("There is nothing left to pay.");
    expect(covered.words).toContain("Buy now · $0.00 CAD");
    const status = await buyer.submit(covered, PLACE);
    expect(status.words).toContain("Gift card −$50.29 Paid $0.00 CAD");
    expect(store.orders.byId(1)?.payment.status).toBe("paid");
  });

  test("a buyer can go back to finished steps and finds what they entered; later steps cannot be opened yet", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aCheckoutWith(store);
    expect((await buyer.openCheckout(checkout, "payment")).html).toContain("<h1>Contact</h1>");
    await buyer.submit(await buyer.openCheckout(checkout), CONTACT, { ...ADDRESS, note: "By the side door" });
    const contact = await buyer.openCheckout(checkout, "contact");
    expect(formsOf(contact)[0]?.fields).toMatchObject({ ...ADDRESS, note: "By the side door" });
  });

  test("a buyer must complete an address that a Storefront API client left half empty", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aCheckoutWith(store);
    done(await store.checkouts.setAttributes(checkout, { allowPartialAddress: true }));
    done(await store.checkouts.setEmail(checkout, ADDRESS.email));
    done(await store.checkouts.setAddress(checkout, { country: "CA", address1: "1 Pier Road" }));
    done(await store.checkouts.setDelivery(checkout, "canada-parcel"));
    const contact = await buyer.openCheckout(checkout, "payment");
    expect(contact.html).toContain("<h1>Contact</h1>");
    const again = await buyer.submit(contact, CONTACT);
    expect(again.status).toBe(422);
    expect(again.words).toContain("Enter your last name. Enter the town or city. Enter the province");
  });
});

describe("placing an order more than once", () => {
  test("a double click, a reload and a second tab lead to the page of one order", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    const here = await buyer.openCheckout(checkout, "payment");
    const there = await buyer.openCheckout(checkout, "payment");
    const pages = await Promise.all(
      [here, here, there].map((page) => buyer.submit(page, PLACE, { payment: "e-transfer" })),
    );
    pages.push(await buyer.submit(there, PLACE, { payment: "e-transfer" }), await buyer.openCheckout(checkout));
    for (const page of pages) expect(page.words).toContain("Order #1001 Thank you");
    expect(store.orders.list({}, { limit: 10 }).total).toBe(1);
  });

  test("a form in an old tab changes nothing and leads to the order", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    const open = await buyer.openCheckout(checkout, "payment");
    const contact = await buyer.openCheckout(checkout, "contact");
    await buyer.submit(open, PLACE, { payment: "e-transfer" });
    for (const form of [...formsOf(open), ...formsOf(contact)]) {
      const answer = await buyer.post(form.action, {
        ...form.fields,
        email: "eve@example.com",
        quantity: "3",
        do: "change",
      });
      expect(answer.status).toBe(303);
      expect((await buyer.open(answer.location ?? "")).words).toContain("Order #1001 Thank you");
    }
    expect(store.orders.byId(1)).toMatchObject({ email: ADDRESS.email, lines: [{ quantity: 1 }] });
  });
});
