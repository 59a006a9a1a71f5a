import { describe, expect, it } from "vitest";
import { TEST_CLIENT } from "../../../../testing/signed-in.ts";
import { aStore } from "../a-store.case.ts";
import type { Discount, GiftCard } from "../catalogue/store-settings.ts";
import { aCheckout, done, errorsOf, place } from "./a-checkout.case.ts";

describe("a discount code at a checkout", () => {
  const half = {
    code: "HALF",
    title: "Half",
    value: { kind: "percentage", millionths: 500_000 },
    oncePerCustomer: true,
  } as const;
  const five = { ...half, code: "FIVE", value: { kind: "amount", amount: 500 }, minimum: 10_000 } as const;

  it("applies, is replaced by the next one, and is removed", async () => {
    const store = await aStore({ settings: { discounts: [half, { ...five, minimum: 0 }] } });
    const which = await aCheckout(store);
    expect(done(await store.checkouts.applyDiscount(which, " half ", TEST_CLIENT.key)).priced.total).toBe(1800);
    expect(done(await store.checkouts.applyDiscount(which, "FIVE", TEST_CLIENT.key))).toMatchObject({
      discountCodes: ["FIVE"],
      priced: { total: 3100 },
    });
    expect(done(await store.checkouts.removeDiscounts(which))).toMatchObject({
      discountCodes: [],
      priced: { total: 3600 },
    });
  });

  it("that does not apply is rejected, and the earlier one stays", async () => {
    const store = await aStore({ settings: { discounts: [half, five] } });
    const which = await aCheckout(store);
    done(await store.checkouts.applyDiscount(which, "HALF", TEST_CLIENT.key));
    const refused = (code: string, why: string, discount?: Discount) => [{ reason: "discount", code, why, discount }];
    expect(errorsOf(await store.checkouts.applyDiscount(which, "FIVE", TEST_CLIENT.key))).toEqual(
      refused("FIVE", "below-minimum", five),
    );
    expect(errorsOf(await store.checkouts.applyDiscount(which, "nope", TEST_CLIENT.key))).toEqual(
      refused("nope", "not-found"),
    );
    expect(store.checkouts.find(which)?.discountCodes).toEqual(["HALF"]);
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

  it("pay the sum due, can be typed with or without spaces and dashes, and can be removed again", async () => {
    const store = await aStore({ settings: { giftCards } });
    const which = await aCheckout(store);
    const paid = done(await store.checkouts.appendGiftCards(which, ["gift-1234 abcd", "TODAY000"], TEST_CLIENT.key));
    expect(paid.priced).toMatchObject({ total: 3600, due: 0 });
    expect(paid.giftCards).toMatchObject([{ lastCharacters: "ABCD", balance: 2_000 }, { lastCharacters: "Y000" }]);
    const [first] = paid.giftCards;
    const less = done(await store.checkouts.removeGiftCard(which, first?.id ?? 0));
    expect(less.priced).toMatchObject({ total: 3600, due: 1600 });
  });

  it("are rejected with a reason for each; if one is rejected, none is added", async () => {
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
    const errors = errorsOf(await store.checkouts.appendGiftCards(which, codes, TEST_CLIENT.key));
    expect(errors?.map((error) => "why" in error && error.why)).toEqual([
      "invalid",
      "invalid",
      "not-found",
      "expired",
      "depleted",
      "disabled",
      "other-currency",
      "already-applied",
    ]);
    expect(errors?.at(-1)).toEqual({ reason: "gift-card", at: 8, why: "already-applied" });
    expect(store.checkouts.find(which)?.giftCards).toEqual([]);
  });

  it("cannot be guessed: after ten wrong codes, in one list or many, even a right one has to wait", async () => {
    const store = await aStore({ settings: { giftCards } });
    const which = await aCheckout(store);
    const add = (codes: string[], client = TEST_CLIENT.key) => store.checkouts.appendGiftCards(which, codes, client);
    const wrong = (from: number, count: number) => Array.from({ length: count }, (_, at) => `GUESS${from + at}00`);
    expect(errorsOf(await add(wrong(10, 11)))).toEqual([{ reason: "too-many", field: "giftCardCodes", most: 10 }]);
    expect(errorsOf(await add(wrong(10, 4)))).toHaveLength(4);
    const errors = errorsOf(await add([...wrong(20, 6), "GIFT1234ABCD", ...wrong(30, 2)]));
    expect(errors).toHaveLength(7);
    expect(errors?.at(-1)).toEqual({ reason: "too-many-guesses", kind: "gift-card" });
    expect(errorsOf(await add(["GIFT1234ABCD"]))).toEqual([{ reason: "too-many-guesses", kind: "gift-card" }]);
    const other = "198.51.100.7";
    expect(done(await add(["TODAY000"], other)).giftCards).toHaveLength(1);
    store.moveClock(1 / 24 / 60);
    expect(done(await add(["GIFT1234ABCD"])).giftCards).toHaveLength(2);
  });

  it("that are no longer valid pay nothing", async () => {
    const store = await aStore({ settings: { giftCards } });
    const which = await aCheckout(store);
    done(await store.checkouts.appendGiftCards(which, ["TODAY000", "GIFT1234ABCD"], TEST_CLIENT.key));
    store.moveClock(2);
    expect(store.checkouts.find(which)).toMatchObject({
      giftCards: [{ lastCharacters: "ABCD" }],
      priced: { due: 1600 },
    });
    store.catalogue.change({ settings: { giftCards: [] } });
    expect(store.checkouts.find(which)).toMatchObject({ giftCards: [], priced: { due: 3600 } });
  });

  it("have the balance that earlier orders have left on them", async () => {
    const store = await aStore({ settings: { giftCards: [{ ...card, balance: 5_000 }] } });
    const [first, second] = [await aCheckout(store), await aCheckout(store)];
    done(await store.checkouts.appendGiftCards(first, [card.code], TEST_CLIENT.key));
    done(await store.checkouts.appendGiftCards(second, [card.code], TEST_CLIENT.key));
    await place(store, first);
    expect(store.checkouts.find(second)).toMatchObject({ giftCards: [{ balance: 1_400 }], priced: { due: 2_200 } });
  });
});
