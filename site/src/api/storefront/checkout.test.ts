import { describe, expect, it } from "vitest";
import { aClient, aPage, storeAnswers } from "./a-store.case.ts";
import { fetchCheckout } from "./checkout.ts";
import * as mutations from "./checkout-mutations.ts";

const checkout = { id: "gid://shopify/Checkout/1?key=k", lineItems: aPage([{ id: "l1" }]) };
const address = { address1: "1 Dock Rd", city: "Osier Harbour", country: "Canada", province: "Ontario" };

const CALLS: [string, () => Promise<unknown>, Record<string, unknown>][] = [
  ["checkoutCreate", () => mutations.createCheckout(aClient(), { note: "n" }), { input: { note: "n" } }],
  [
    "checkoutLineItemsAdd",
    () => mutations.addCheckoutLines(aClient(), "c", [{ variantId: "v", quantity: 1 }]),
    { checkoutId: "c", lineItems: [{ variantId: "v", quantity: 1 }] },
  ],
  [
    "checkoutLineItemsRemove",
    () => mutations.removeCheckoutLines(aClient(), "c", ["l1"]),
    { checkoutId: "c", lineItemIds: ["l1"] },
  ],
  [
    "checkoutLineItemsReplace",
    () => mutations.replaceCheckoutLines(aClient(), "c", []),
    { checkoutId: "c", lineItems: [] },
  ],
  [
    "checkoutLineItemsUpdate",
    () => mutations.updateCheckoutLines(aClient(), "c", [{ id: "l1", quantity: 2 }]),
    { checkoutId: "c", lineItems: [{ id: "l1", quantity: 2 }] },
  ],
  [
    "checkoutAttributesUpdateV2",
    () => mutations.updateCheckoutAttributes(aClient(), "c", { note: "n" }),
    { checkoutId: "c", input: { note: "n" } },
  ],
  [
    "checkoutDiscountCodeApplyV2",
    () => mutations.applyCheckoutDiscount(aClient(), "c", "DOCK"),
    { checkoutId: "c", discountCode: "DOCK" },
  ],
  ["checkoutDiscountCodeRemove", () => mutations.removeCheckoutDiscount(aClient(), "c"), { checkoutId: "c" }],
  [
    "checkoutGiftCardsAppend",
    () => mutations.appendCheckoutGiftCards(aClient(), "c", ["G1"]),
    { checkoutId: "c", giftCardCodes: ["G1"] },
  ],
  [
    "checkoutGiftCardRemoveV2",
    () => mutations.removeCheckoutGiftCard(aClient(), "c", "g"),
    { checkoutId: "c", appliedGiftCardId: "g" },
  ],
  [
    "checkoutEmailUpdateV2",
    () => mutations.updateCheckoutEmail(aClient(), "c", "a@b.example"),
    { checkoutId: "c", email: "a@b.example" },
  ],
  [
    "checkoutShippingAddressUpdateV2",
    () => mutations.updateCheckoutAddress(aClient(), "c", address),
    { checkoutId: "c", shippingAddress: address },
  ],
];

describe.each(CALLS)("%s", (name, call, variables) => {
  it("sends what it changes and answers with the checkout", async () => {
    const sent = storeAnswers(() => ({ data: { [name]: { checkout, userErrors: [] } } }));
    expect(await call()).toMatchObject({ id: checkout.id, lineItems: [{ id: "l1" }], userErrors: [] });
    expect(sent[0]?.operation.toLowerCase()).toBe(name.toLowerCase());
    expect(sent[0]?.variables).toEqual(variables);
  });
});

describe("what came of a checkout mutation is decided in this order:", () => {
  const userErrors = [{ field: ["input"], message: "Email is invalid" }];
  const checkoutUserErrors = [{ field: ["email"], message: "Email is invalid", code: "INVALID" }];
  const errors = [{ message: "Throttled" }];
  const create = (answer: unknown) => {
    storeAnswers(() => answer);
    return mutations.createCheckout(aClient(), {});
  };

  it("1. a checkout counts, with what was said against the change attached", async () => {
    const payload = { checkout, userErrors, checkoutUserErrors };
    expect(await create({ data: { checkoutCreate: payload }, errors })).toMatchObject({
      id: checkout.id,
      errors,
      userErrors,
    });
  });

  it("2. the answer's errors", async () => {
    const payload = { checkout: null, userErrors, checkoutUserErrors };
    await expect(create({ data: { checkoutCreate: payload }, errors })).rejects.toThrow(JSON.stringify(errors));
    await expect(create({ errors })).rejects.toThrow(JSON.stringify(errors));
  });

  it("3. errors of the checkout", async () => {
    const payload = { checkout: null, userErrors, checkoutUserErrors };
    await expect(create({ data: { checkoutCreate: payload }, errors: [] })).rejects.toThrow(
      JSON.stringify(checkoutUserErrors),
    );
  });

  it("4. errors of the input", async () => {
    const payload = { checkout: null, userErrors, checkoutUserErrors: [] };
    await expect(create({ data: { checkoutCreate: payload } })).rejects.toThrow(JSON.stringify(userErrors));
  });

  it("5. nothing that is known", async () => {
    const words = "The checkoutCreate mutation failed due to an unknown error.";
    await expect(create({ data: { checkoutCreate: { checkout: null, userErrors: [] } } })).rejects.toThrow(words);
    await expect(create({ data: null })).rejects.toThrow(words);
    await expect(create({})).rejects.toThrow(words);
  });
});

describe("a checkout of 600 lines", () => {
  const lines = Array.from({ length: 600 }, (_, place) => ({ cursor: `c${place}`, node: { id: `l${place}` } }));
  const pageAfter = (after: unknown) => {
    const from = after === undefined ? 0 : Number(String(after).slice(1)) + 1;
    return { pageInfo: { hasNextPage: from + 250 < lines.length }, edges: lines.slice(from, from + 250) };
  };
  const long = { id: checkout.id, lineItems: pageAfter(undefined) };
  const answer = (change: object) => {
    return storeAnswers(({ operation, variables }) =>
      operation === "CheckoutLines" ? { data: { node: { lineItems: pageAfter(variables.after) } } } : { data: change },
    );
  };

  it("is read whole", async () => {
    const sent = answer({ node: { __typename: "Checkout", ...long } });
    const found = await fetchCheckout(aClient(), checkout.id);
    expect(found?.lineItems.map(({ id }) => id)).toEqual(lines.map(({ node }) => node.id));
    expect(sent.slice(1).map(({ variables }) => variables)).toEqual([
      { id: checkout.id, first: 250, after: "c249" },
      { id: checkout.id, first: 250, after: "c499" },
    ]);
  });

  it("is whole after a change", async () => {
    answer({ checkoutLineItemsAdd: { checkout: long, userErrors: [], checkoutUserErrors: [] } });
    expect((await mutations.addCheckoutLines(aClient(), checkout.id, [])).lineItems).toHaveLength(600);
  });
});

it("a checkout that is not there is null", async () => {
  storeAnswers(() => ({ data: { node: null } }));
  expect(await fetchCheckout(aClient(), "c")).toBeNull();
});
