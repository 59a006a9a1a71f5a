import { type DocumentNode, parse } from "graphql";

/** The checkout mutations with their variables. Source: docs/product.md §7, Storefront GraphQL. */
const VARIABLES = {
  checkoutCreate: "$input: CheckoutCreateInput!",
  checkoutLineItemsAdd: "$checkoutId: ID!, $lineItems: [CheckoutLineItemInput!]!",
  checkoutLineItemsRemove: "$checkoutId: ID!, $lineItemIds: [ID!]!",
  checkoutLineItemsReplace: "$checkoutId: ID!, $lineItems: [CheckoutLineItemInput!]!",
  checkoutLineItemsUpdate: "$checkoutId: ID!, $lineItems: [CheckoutLineItemUpdateInput!]!",
  checkoutAttributesUpdateV2: "$checkoutId: ID!, $input: CheckoutAttributesUpdateV2Input!",
  checkoutDiscountCodeApplyV2: "$checkoutId: ID!, $discountCode: String!",
  checkoutDiscountCodeRemove: "$checkoutId: ID!",
  checkoutGiftCardsAppend: "$checkoutId: ID!, $giftCardCodes: [String!]!",
  checkoutGiftCardRemoveV2: "$checkoutId: ID!, $appliedGiftCardId: ID!",
  checkoutEmailUpdateV2: "$checkoutId: ID!, $email: String!",
  checkoutShippingAddressUpdateV2: "$checkoutId: ID!, $shippingAddress: MailingAddressInput!",
};

/** Creates the documents of the checkout mutations. All have the same payload, but one has a single list of errors. */
export function checkoutMutations(): DocumentNode {
  const texts = Object.entries(VARIABLES).map(([name, variables]) => {
    const passed = variables.replace(/\$(\w+): [^,]+/g, "$1: $$$1");
    const errors =
      name === "checkoutLineItemsReplace"
        ? "userErrors { ...CheckoutErrorFields }"
        : "userErrors { ...ErrorFields } checkoutUserErrors { ...CheckoutErrorFields }";
    return `mutation ${name.replace("c", "C")}(${variables}) {
      ${name}(${passed}) { checkout { ...CheckoutFields } ${errors} }
    }`;
  });
  return parse(texts.join("\n"));
}
