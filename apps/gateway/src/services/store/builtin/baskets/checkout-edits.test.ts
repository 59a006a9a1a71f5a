import { describe, expect, it } from "vitest";
import type { GiftCard } from "../catalogue/store-settings.ts";
import { aCheckout, done, place, refusalsOf } from "./a-checkout.case.ts";
import { aStore } from "./a-store.case.ts";

describe("a discount code at a checkout", () => {
  const half = {
    code: "HALF",
    title: "Half",
    value: { kind: "percentage", millionths: 500_000 },
    oncePerCustomer: true,
  } as const;
  const five = { ...half, code: "FIVE", value: { kind: "amount", amount: 500 }, minimum: 10_000 } as const;

  it("holds, gives way to the next and goes", async () => {
    const store = await aStore({ settings: { discounts: [half, { ...five, minimum: 0 }] } });
    const which = await aCheckout(store);
    expect(done(await store.checkouts.applyDiscount(which, " half ")).priced.total).toBe(1800);
    expect(done(await store.checkouts.applyDiscount(which, "FIVE"))).toMatchObject({
      discountCodes: ["FIVE"],
      priced: { total: 3100 },
    });
    expect(done(await store.checkouts.removeDiscounts(which))).toMatchObject({
      discountCodes: [],
      priced: { total: 3600 },
    });
  });

  it("that does not hold is refused, and the one that was there stays", async () => {
    const store = await aStore({ settings: { discounts: [half, five] } });
    const which = await aCheckout(store);
    done(await store.checkouts.applyDiscount(which, "HALF"));
    const refused = (code: string, why: string) => [{ reason: "discount", code, why }];
    expect(refusalsOf(await store.checkouts.applyDiscount(which, "FIVE"))).toEqual(refused("FIVE", "below-minimum"));
    expect(refusalsOf(await store.checkouts.applyDiscount(which, "nope"))).toEqual(refused("nope", "not-found"));
    expect(store.checkouts.find(which)?.discountCodes).toEqual(["HALF"]);
  });

  it("once per customer is refused to somebody who has used it", async () => {
    const store = await aStore({ settings: { discounts: [half] } });
    const first = await aCheckout(store);
    done(await store.checkouts.applyDiscount(first, "HALF"));
    await place(store, first);
    const second = await aCheckout(store, { email: "Ann@Example.com" });
    expect(refusalsOf(await store.checkouts.applyDiscount(second, "half"))).toEqual([
      { reason: "discount", code: "half", why: "used-by-customer" },
    ]);
  });
});

describe("gift cards at a checkout", () => {
  const card: GiftCard = { code: "GIFT1234ABCD", balance: 2_000, currency: "CAD", isEnabled: true };
  const giftCards = [
    card,
    { ...card, code: "SPENT0000", balance: 0 },
    { ...card, code: "OFF00000", isEnabled: false },
    { ...card, code: "OLD00000", expiresOn: "2026-05-31" },
    { ...card, code: "TODAY000", expiresOn: "2026-06-01" },
    { ...card, code: "EUROS000", currency: "EUR" },
  ];

  it("pay what is due, by codes with or without spaces and dashes, and can be taken off again", async () => {
    const store = await aStore({ settings: { giftCards } });
    const which = await aCheckout(store);
    const paid = done(await store.checkouts.appendGiftCards(which, ["gift-1234 abcd", "TODAY000"]));
    expect(paid.priced).toMatchObject({ total: 3600, due: 0 });
    expect(paid.giftCards).toMatchObject([{ lastCharacters: "ABCD", balance: 2_000 }, { lastCharacters: "Y000" }]);
    const [first] = paid.giftCards;
    const less = done(await store.checkouts.removeGiftCard(which, first?.id ?? 0));
    expect(less.priced).toMatchObject({ total: 3600, due: 1600 });
  });

  it("are refused with a reason, all of them when one is", async () => {
    const store = await aStore({ settings: { giftCards } });
    const which = await aCheckout(store);
    const codes = [
      "!",
      "SEVEN-77",
      "NOBODYS0",
      "OLD00000",
      "SPENT000-0",
      "OFF00000",
      "EUROS000",
      "TODAY000",
      "today000",
    ];
    const refusals = refusalsOf(await store.checkouts.appendGiftCards(which, codes));
    expect(refusals?.map((refusal) => "why" in refusal && refusal.why)).toEqual([
      "invalid",
      "invalid",
      "not-found",
      "expired",
      "depleted",
      "disabled",
      "other-currency",
      "already-applied",
    ]);
    expect(refusals?.at(-1)).toEqual({ reason: "gift-card", at: 8, why: "already-applied" });
    expect(store.checkouts.find(which)?.giftCards).toEqual([]);
  });

  it("that can no longer be used pay nothing", async () => {
    const store = await aStore({ settings: { giftCards } });
    const which = await aCheckout(store);
    done(await store.checkouts.appendGiftCards(which, ["TODAY000", "GIFT1234ABCD"]));
    store.moveClock(2);
    expect(store.checkouts.find(which)).toMatchObject({
      giftCards: [{ lastCharacters: "ABCD" }],
      priced: { due: 1600 },
    });
    store.catalogue.change({ settings: { giftCards: [] } });
    expect(store.checkouts.find(which)).toMatchObject({ giftCards: [], priced: { due: 3600 } });
  });

  it("have what orders have left on them", async () => {
    const store = await aStore({ settings: { giftCards: [{ ...card, balance: 5_000 }] } });
    const [first, second] = [await aCheckout(store), await aCheckout(store)];
    done(await store.checkouts.appendGiftCards(first, [card.code]));
    done(await store.checkouts.appendGiftCards(second, [card.code]));
    await place(store, first);
    expect(store.checkouts.find(second)).toMatchObject({ giftCards: [{ balance: 1_400 }], priced: { due: 2_200 } });
  });
});
