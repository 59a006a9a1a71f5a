import { describe, expect, test } from "vitest";
import { expectPlainPage } from "../../../shared/plain-page/plain-page.case.ts";
import { done } from "../checkout/a-checkout.case.ts";
import { ADDRESS, aCheckoutWith, aReadyCheckout, aShop, formsOf } from "./a-buyer.case.ts";
import { stepPath } from "./steps.ts";

const SCRIPT = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
const FORM = "application/x-www-form-urlencoded";
const NOT_HERE = "This page is not here";

describe("a client without the key", () => {
  test("sees the same for an existing, an unknown and a finished checkout", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    const other = await aCheckoutWith(store);
    const placed = await aReadyCheckout(store);
    await buyer.submit(await buyer.openCheckout(placed, "payment"), /\/place$/, { payment: "e-transfer" });
    const order = store.orders.byId(1);
    const pages = [
      await buyer.ask(`/checkout/${checkout.token}`),
      await buyer.ask(`/checkout/${checkout.token}?key=`),
      await buyer.ask(`/checkout/${checkout.token}?key=${other.key}`),
      await buyer.ask(`/checkout/${checkout.token}?key=${encodeURIComponent("\u0000'--")}`),
      await buyer.ask(`/checkout/never?key=${checkout.key}`),
      await buyer.ask(`/checkout/${placed.token}?key=${checkout.key}`),
      await buyer.ask(`/checkout/orders/1?key=${placed.key}`),
      await buyer.ask("/checkout/orders/1"),
      await buyer.ask(`/checkout/orders/2?key=${order?.statusKey}`),
      await buyer.ask(`/checkout/orders/1e0?key=${order?.statusKey}`),
      await buyer.ask(`/checkout/orders/999999999999999999999?key=${order?.statusKey}`),
    ];
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 404));
    expect(new Set(pages.map(({ html }) => html)).size).toBe(1);
    expect(pages[0]?.words).toContain(NOT_HERE);
  });

  test("cannot change anything: without a key, with another key, or with the key only in the address", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    const other = await aCheckoutWith(store);
    const forms = formsOf(await buyer.openCheckout(checkout, "payment"));
    forms.push(...formsOf(await buyer.openCheckout(checkout, "delivery")));
    forms.push(...formsOf(await buyer.openCheckout(checkout, "contact")));
    const before = store.checkouts.find(checkout);
    const actions = new Set(forms.map(({ action }) => action.split("/").at(-1)));
    expect(actions).toEqual(new Set(["line", "discount", "gift-card", "place", "delivery", "contact"]));
    for (const { action, fields } of forms) {
      const { key: _, ...keyless } = fields;
      const typed = {
        ...keyless,
        ...ADDRESS,
        email: "eve@example.com",
        quantity: "2",
        payment: "e-transfer",
        do: "remove",
      };
      const pages = [
        await buyer.post(action, typed),
        await buyer.post(action, { ...typed, key: other.key }),
        await buyer.post(`${action}?key=${checkout.key}`, typed),
      ];
      expect(pages.map(({ status, words }) => [status, words.includes(NOT_HERE)])).toEqual(
        pages.map(() => [404, true]),
      );
    }
    expect(store.checkouts.find(checkout)).toEqual(before);
    expect(store.orders.any()).toBe(false);
  });
});

describe("what a buyer types", () => {
  test("is shown as text everywhere", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    done(
      await store.checkouts.updateLines(checkout, [
        { id: checkout.lines[0]?.id ?? "", attributes: [{ key: SCRIPT, value: SCRIPT }] },
      ]),
    );
    const names = [
      "email",
      "firstName",
      "lastName",
      "company",
      "address1",
      "address2",
      "city",
      "province",
      "zip",
      "phone",
      "note",
    ];
    const typed = { ...ADDRESS, ...Object.fromEntries(names.map((name) => [name, SCRIPT])) };
    const contact = await buyer.submit(await buyer.openCheckout(checkout, "contact"), /\/contact$/, typed);
    expect(contact.status).toBe(422);
    expect(formsOf(contact)[0]?.fields).toMatchObject(typed);

    const stored = { ...typed, email: ADDRESS.email, province: "ON", zip: ADDRESS.zip };
    const delivery = await buyer.submit(contact, /\/contact$/, stored);
    expect(delivery.words).toContain(`To ${SCRIPT}, Canada`);
    const payment = await buyer.submit(delivery, /\/delivery$/);
    const discount = await buyer.submit(payment, /\/discount$/, { discount: SCRIPT });
    const giftCard = await buyer.submit(payment, /\/gift-card$/, { giftCard: SCRIPT });
    const line = await buyer.submit(payment, /\/line$/, { quantity: SCRIPT });
    const choice = await buyer.submit(payment, /\/place$/, { payment: SCRIPT });
    const status = await buyer.submit(payment, /\/place$/, { payment: "e-transfer" });
    expect(status.words).toContain(`Your note ${SCRIPT}`);
    for (const { html } of [contact, delivery, payment, discount, giftCard, line, choice, status]) {
      expect(html).not.toMatch(/<script|<img src=x/i);
      expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    }
  });

  test("in the hidden fields for step and line is not shown at all", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    const sent = { key: checkout.key, step: SCRIPT, line: SCRIPT, id: SCRIPT, quantity: "x", delivery: SCRIPT };
    for (const action of ["line", "delivery", "discount", "gift-card/remove"]) {
      const { html } = await buyer.post(`/checkout/${checkout.token}/${action}`, sent);
      expect(html.replaceAll(/href="#[^"]*"/g, "")).not.toContain("alert(1)");
    }
  });

  test("from right to left, with emoji and accents, is stored unchanged; control characters are removed", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aCheckoutWith(store);
    const contact = await buyer.openCheckout(checkout);
    await buyer.submit(contact, /\/contact$/, {
      ...ADDRESS,
      firstName: "שָׁלוֹם",
      lastName: "Łukasz\u0000\u0007 👩🏽‍🎤",
      note: "يرجى\r\nالتغليف \u001b[31m",
    });
    expect(store.checkouts.find(checkout)).toMatchObject({
      address: { firstName: "שָׁלוֹם", lastName: "Łukasz 👩🏽‍🎤" },
      note: "يرجى\nالتغليف [31m",
    });
    const { html } = await buyer.openCheckout(checkout, "contact");
    expect(html).toContain('dir="auto" value="שָׁלוֹם"');
  });

  test("twice in the same field counts once, with the last value; endless text is cut and rejected", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aCheckoutWith(store);
    const path = `/checkout/${checkout.token}/contact`;
    const twice = Object.entries({ ...ADDRESS, key: checkout.key });
    await buyer.post(path, [["key", "wrong"], ["email", "first@example.com"], ...twice]);
    expect(store.checkouts.find(checkout)?.email).toBe(ADDRESS.email);

    const huge = "ü".repeat(200_000);
    const page = await buyer.post(path, {
      ...ADDRESS,
      key: checkout.key,
      address1: huge,
      email: huge,
      note: huge,
      how: huge,
    });
    expect(page.status).toBe(422);
    expect(page.html.length).toBeLessThan(60_000);
    const many = Array.from({ length: 10_000 }, (_, at): [string, string] => [`field-${at}`, "x"]);
    expect((await buyer.post(path, [...many, ["key", checkout.key]])).status).toBe(404);
  });

  test("in fields that are named like object properties is handled like any other text", async () => {
    const { store, buyer } = await aShop();
    const { token, key } = await aReadyCheckout(store);
    const strange = { __proto__x: "1", constructor: "x", toString: "x", key, step: "toString", do: "constructor" };
    for (const action of ["contact", "delivery", "line", "discount", "place"]) {
      const { status } = await buyer.post(`/checkout/${token}/${action}`, [
        ...Object.entries(strange),
        ["__proto__", "x"],
      ]);
      expect(status).toBe(422);
    }
    for (const action of ["constructor", "toString", "__proto__", "place/again", "discount/"]) {
      expect((await buyer.post(`/checkout/${token}/${action}`, strange)).status).toBe(404);
    }
  });
});

describe("requests that no page of ours sends", () => {
  test("content types other than a form's are rejected with their own error", async () => {
    const { store, buyer } = await aShop();
    const { token, key } = await aReadyCheckout(store);
    const send = (type: string | undefined, body: NonNullable<RequestInit["body"]>) =>
      buyer.ask(`/checkout/${token}/place`, { method: "POST", body, headers: type ? { "Content-Type": type } : {} });
    const multipart = new FormData();
    multipart.set("key", key);
    const answers = [
      await send("application/json", JSON.stringify({ key })),
      await send("text/plain", `key=${key}`),
      await send(undefined, multipart),
      await send(undefined, new Uint8Array([0, 255])),
    ];
    expect(answers.map(({ status }) => status)).toEqual([415, 415, 415, 415]);
    expect((await send(`${FORM}; charset=UTF-8`, `key=${key}`)).status).toBe(422);
    expect((await send(FORM, new Uint8Array([0xff, 0xfe, 0x00, 0x25, 0x26]))).status).toBe(404);
  });

  test("opening a form's address with the key redirects to the checkout and changes nothing", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    for (const action of ["contact", "delivery", "line", "discount", "gift-card/remove", "place"]) {
      const path = `/checkout/${checkout.token}/${action}`;
      const back = await buyer.ask(`${path}?key=${checkout.key}`);
      expect([action, back.status, back.location]).toEqual([action, 303, stepPath(checkout)]);
      expect([action, (await buyer.ask(path)).status]).toEqual([action, 404]);
      expect([action, (await buyer.ask(`${path}?key=${"x".repeat(43)}`)).status]).toEqual([action, 404]);
    }
    expect(store.checkouts.find(checkout)).toEqual(checkout);
  });

  test("unknown addresses and methods are not found and change nothing", async () => {
    const { store, buyer } = await aShop();
    const checkout = await aReadyCheckout(store);
    const at = `/checkout/${checkout.token}`;
    const paths = [
      `${at}/a/b/c`,
      "/checkout/orders/1/pay",
      "/checkout/orders/1/another-way",
      "/checkout/stripe/webhook",
      "/checkout/cart",
      "/checkout/orders",
      "/checkout/",
    ];
    for (const path of paths) {
      const page = await buyer.ask(`${path}?key=${checkout.key}`);
      expect([path, page.status, page.words.includes(NOT_HERE)]).toEqual([path, 404, true]);
    }
    for (const method of ["PUT", "PATCH", "DELETE", "POST", "OPTIONS"]) {
      expect((await buyer.ask(`${at}?key=${checkout.key}`, { method })).status).toBe(404);
    }
    expect((await buyer.ask(`${at}?key=${checkout.key}`, { method: "HEAD" })).status).toBe(200);
    expect((await buyer.ask("/checkout/cart/never")).words).toContain("This cart is not here");
    expect((await buyer.post("/checkout/stripe/webhook", { x: "y" })).status).toBe(404);
  });
});

test("every response forbids script, frames, caching, indexing and referrers", async () => {
  const { store, buyer } = await aShop();
  const checkout = await aReadyCheckout(store);
  const { token, key } = checkout;
  const answers = [
    await buyer.openCheckout(checkout),
    await buyer.post(`/checkout/${token}/place`, { key }),
    await buyer.post(`/checkout/${token}/delivery`, { key, delivery: "canada-parcel" }),
    await buyer.ask("/checkout/never"),
    await buyer.ask(`/checkout/${token}/place`, { method: "POST", body: "{}" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 303, 404, 415]);
  for (const answer of answers) expectPlainPage(answer);
});

test("browsers may cache the stylesheet until it changes", async () => {
  const { store, buyer } = await aShop();
  const { html } = await buyer.openCheckout(await aCheckoutWith(store));
  const address = /href="(\/checkout\/checkout\.css\?v=[^"]+)"/.exec(html)?.[1] ?? "";
  const styles = await buyer.ask(address);
  expect(styles.status).toBe(200);
  expect(styles.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
  expect(styles.headers.get("Cache-Control")).toContain("immutable");
});
