/**
 * What is asked of a Storefront cart: what the visible cart shows of it, what hydrogen-react's CartProvider itself goes
 * by, and when it was changed last, which its own fragment leaves out.
 */
export const CART_FRAGMENT = `
  fragment CartFragment on Cart {
    id
    checkoutUrl
    updatedAt
    totalQuantity
    buyerIdentity {
      countryCode
    }
    lines(first: $numCartLines) {
      edges {
        node {
          id
          quantity
          merchandise {
            ... on ProductVariant {
              id
              availableForSale
              price {
                amount
                currencyCode
              }
            }
          }
        }
      }
    }
  }
`;
