/**
 * Fields of a Storefront cart: those that the visible cart shows, those that hydrogen-react's CartProvider needs, and
 * `updatedAt`, which CartProvider's own fragment does not have.
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
