/** Queries for all products on sale. They are valid in each version of the Storefront API from 2022-10 to 2026-04. */

const IMAGE = "url altText width height";
const MONEY = "amount currencyCode";
const IMAGES = `pageInfo { hasNextPage } edges { cursor node { ${IMAGE} } }`;
const VARIANTS = `pageInfo { hasNextPage } edges { cursor node {
  id title price { ${MONEY} } compareAtPrice { ${MONEY} } availableForSale sku
  selectedOptions { name value } image { ${IMAGE} }
} }`;

/** A page of products, each with its first page of pictures and variants. */
export const PRODUCTS = `query Products($first: Int!, $after: String) {
  shop { paymentSettings { currencyCode } }
  products(first: $first, after: $after, sortKey: BEST_SELLING) {
    pageInfo { hasNextPage }
    edges { cursor node {
      id handle title description descriptionHtml productType vendor
      options { name values }
      images(first: $first) { ${IMAGES} }
      variants(first: $first) { ${VARIANTS} }
    } }
  }
}`;

/** A later page of one product's pictures. */
export const MORE_IMAGES = `query MoreImages($id: ID!, $first: Int!, $after: String) {
  node(id: $id) { ... on Product { part: images(first: $first, after: $after) { ${IMAGES} } } }
}`;

/** A later page of one product's variants. */
export const MORE_VARIANTS = `query MoreVariants($id: ID!, $first: Int!, $after: String) {
  node(id: $id) { ... on Product { part: variants(first: $first, after: $after) { ${VARIANTS} } } }
}`;
