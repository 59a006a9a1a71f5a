import { describe, expect, it } from "vitest";
import { aClient, aPage, storeAnswers } from "./a-store.case.ts";
import * as checkouts from "./checkout.ts";

const checkout = { id: "gid://shopify/Checkout/1?key=k", lineItems: aPage([{ id: "l1" }]) };
const address = { address1: "1 Dock Rd", city: "Osier Harbour", country: "Canada", province: "Ontario" };

/** A mutation, called with these variables. */
function aCall<Variables>(
  name: string,
  call: (client: ReturnType<typeof aClient>, variables: Variables) => Promise<checkouts.ChangedCheckout>,
  variables: Variables,
) {
  return { name, run: () => call(aClient(), variables), variables };
}

describe.each([
  aCall("checkoutCreate", checkouts.createCheckout, { input: { note: "n" } }),
  aCall("checkoutLineItemsAdd", checkouts.addCheckoutLines, {
    checkoutId: "c",
    lineItems: [{ variantId: "v", quantity: 1 }],
  }),
  aCall("checkoutLineItemsRemove", checkouts.removeCheckoutLines, { checkoutId: "c", lineItemIds: ["l1"] }),
  aCall("checkoutLineItemsReplace", checkouts.replaceCheckoutLines, { checkoutId: "c", lineItems: [] }),
  aCall("checkoutLineItemsUpdate", checkouts.updateCheckoutLines, {
    checkoutId: "c",
    lineItems: [{ id: "l1", quantity: 2 }],
  }),
  aCall("checkoutAttributesUpdateV2", checkouts.updateCheckoutAttributes, { checkoutId: "c", input: { note: "n" } }),
  aCall("checkoutDiscountCodeApplyV2", checkouts.applyCheckoutDiscount, { checkoutId: "c", discountCode: "DOCK" }),
  aCall("checkoutDiscountCodeRemove", checkouts.removeCheckoutDiscount, { checkoutId: "c" }),
  aCall("checkoutGiftCardsAppend", checkouts.appendCheckoutGiftCards, { checkoutId: "c", giftCardCodes: ["G1"] }),
  aCall("checkoutGiftCardRemoveV2", checkouts.removeCheckoutGiftCard, { checkoutId: "c", appliedGiftCardId: "g" }),
  aCall("checkoutEmailUpdateV2", checkouts.updateCheckoutEmail, { checkoutId: "c", email: "a@b.example" }),
  aCall("checkoutShippingAddressUpdateV2", checkouts.updateCheckoutAddress, {
    checkoutId: "c",
    shippingAddress: address,
  }),
])("$name", ({ name, run, variables }) => {
  it("sends the change and returns the checkout", async () => {
    const sent = storeAnswers(() => ({ data: { [name]: { checkout, userErrors: [] } } }));
    expect(await run()).toMatchObject({ id: checkout.id, lineItems: [{ id: "l1" }], userErrors: [] });
    expect(sent[0]?.operation.toLowerCase()).toBe(name.toLowerCase());
    expect(sent[0]?.variables).toEqual(variables);
  });
});

describe("a checkout mutation results in the first of these that its response has:", () => {
  const userErrors = [{ field: ["input"], message: "Email is invalid" }];
  const checkoutUserErrors = [{ field: ["email"], message: "Email is invalid", code: "INVALID" }];
  const errors = [{ message: "Throttled" }];
  const create = (answer: unknown) => {
    storeAnswers(() => answer);
    return checkouts.createCheckout(aClient(), { input: {} });
  };

  it("1. a checkout, with all errors attached", async () => {
    const payload = { checkout, userErrors, checkoutUserErrors };
    expect(await create({ data: { checkoutCreate: payload }, errors })).toMatchObject({
      id: checkout.id,
      errors,
      userErrors,
    });
  });

  it("2. the response's errors", async () => {
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

  it("5. an unknown error", async () => {
    const message = "The checkoutCreate mutation failed due to an unknown error.";
    await expect(create({ data: { checkoutCreate: { checkout: null, userErrors: [] } } })).rejects.toThrow(message);
    await expect(create({ data: null })).rejects.toThrow(message);
    await expect(create({})).rejects.toThrow(message);
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

  it("is read with all its lines", async () => {
    const sent = answer({ node: long });
    const found = await checkouts.fetchCheckout(aClient(), checkout.id);
    expect(found?.lineItems.map(({ id }) => id)).toEqual(lines.map(({ node }) => node.id));
    expect(sent.slice(1).map(({ variables }) => variables)).toEqual([
      { id: checkout.id, first: 250, after: "c249" },
      { id: checkout.id, first: 250, after: "c499" },
    ]);
  });

  it("has all lines after a change", async () => {
    answer({ checkoutLineItemsAdd: { checkout: long, userErrors: [], checkoutUserErrors: [] } });
    expect(
      (await checkouts.addCheckoutLines(aClient(), { checkoutId: checkout.id, lineItems: [] })).lineItems,
    ).toHaveLength(600);
  });
});

it("an unknown checkout is null", async () => {
  storeAnswers(() => ({ data: { node: null } }));
  expect(await checkouts.fetchCheckout(aClient(), "c")).toBeNull();
});
