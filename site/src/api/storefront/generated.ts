// Made by `npm run generate` from documents/*.graphql and the built-in store's schema; not to be edited.
import type { Operation } from "./storefront-client.ts";

export type AttributeInput = {
  key: string;
  value: string;
};

export type MailingAddressInput = {
  address1?: string | null;
  address2?: string | null;
  city?: string | null;
  company?: string | null;
  country?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  phone?: string | null;
  province?: string | null;
  zip?: string | null;
};

export type UnitPriceMeasurementMeasuredType = "AREA" | "LENGTH" | "VOLUME" | "WEIGHT";

export type UnitPriceMeasurementMeasuredUnit = "CL" | "CM" | "G" | "KG" | "L" | "M" | "M2" | "M3" | "MG" | "ML" | "MM";

export type ProductSortKeys =
  | "BEST_SELLING"
  | "CREATED_AT"
  | "ID"
  | "PRICE"
  | "PRODUCT_TYPE"
  | "RELEVANCE"
  | "TITLE"
  | "UPDATED_AT"
  | "VENDOR";

export type CollectionSortKeys = "ID" | "RELEVANCE" | "TITLE" | "UPDATED_AT";

export type DiscountApplicationAllocationMethod = "ACROSS" | "EACH" | "ONE";

export type DiscountApplicationTargetSelection = "ALL" | "ENTITLED" | "EXPLICIT";

export type DiscountApplicationTargetType = "LINE_ITEM" | "SHIPPING_LINE";

export type CheckoutCreateInput = {
  allowPartialAddresses?: boolean | null;
  buyerIdentity?: CheckoutBuyerIdentityInput | null;
  customAttributes?: Array<AttributeInput> | null;
  email?: string | null;
  lineItems?: Array<CheckoutLineItemInput> | null;
  note?: string | null;
  shippingAddress?: MailingAddressInput | null;
};

export type CheckoutBuyerIdentityInput = {
  countryCode: string;
};

export type CheckoutLineItemInput = {
  customAttributes?: Array<AttributeInput> | null;
  quantity: number;
  variantId: string;
};

export type CheckoutLineItemUpdateInput = {
  customAttributes?: Array<AttributeInput> | null;
  id?: string | null;
  quantity?: number | null;
  variantId?: string | null;
};

export type CheckoutAttributesUpdateV2Input = {
  allowPartialAddresses?: boolean | null;
  customAttributes?: Array<AttributeInput> | null;
  note?: string | null;
};

export type AttributeFieldsFragment = { key: string; value: string | null };

type DiscountFields_DiscountCodeApplication_Fragment = {
  __typename: "DiscountCodeApplication";
  code: string;
  applicable: boolean;
  targetSelection: DiscountApplicationTargetSelection;
  allocationMethod: DiscountApplicationAllocationMethod;
  targetType: DiscountApplicationTargetType;
  value:
    | ({ __typename: "MoneyV2" } & MoneyFieldsFragment)
    | { __typename: "PricingPercentageValue"; percentage: number };
};

type DiscountFields_AutomaticDiscountApplication_Fragment = {
  __typename: "AutomaticDiscountApplication";
  title: string;
  targetSelection: DiscountApplicationTargetSelection;
  allocationMethod: DiscountApplicationAllocationMethod;
  targetType: DiscountApplicationTargetType;
  value:
    | ({ __typename: "MoneyV2" } & MoneyFieldsFragment)
    | { __typename: "PricingPercentageValue"; percentage: number };
};

type DiscountFields_ManualDiscountApplication_Fragment = {
  __typename: "ManualDiscountApplication";
  title: string;
  description: string | null;
  targetSelection: DiscountApplicationTargetSelection;
  allocationMethod: DiscountApplicationAllocationMethod;
  targetType: DiscountApplicationTargetType;
  value:
    | ({ __typename: "MoneyV2" } & MoneyFieldsFragment)
    | { __typename: "PricingPercentageValue"; percentage: number };
};

type DiscountFields_ScriptDiscountApplication_Fragment = {
  __typename: "ScriptDiscountApplication";
  title: string;
  targetSelection: DiscountApplicationTargetSelection;
  allocationMethod: DiscountApplicationAllocationMethod;
  targetType: DiscountApplicationTargetType;
  value:
    | ({ __typename: "MoneyV2" } & MoneyFieldsFragment)
    | { __typename: "PricingPercentageValue"; percentage: number };
};

export type DiscountFieldsFragment =
  | DiscountFields_DiscountCodeApplication_Fragment
  | DiscountFields_AutomaticDiscountApplication_Fragment
  | DiscountFields_ManualDiscountApplication_Fragment
  | DiscountFields_ScriptDiscountApplication_Fragment;

export type AddressFieldsFragment = {
  id: string;
  address1: string | null;
  address2: string | null;
  city: string | null;
  company: string | null;
  country: string | null;
  firstName: string | null;
  lastName: string | null;
  formatted: Array<string>;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
  province: string | null;
  provinceCode: string | null;
  zip: string | null;
  name: string | null;
  countryCode: string | null;
};

export type BoughtVariantFieldsFragment = { product: { id: string; handle: string } } & VariantFieldsFragment;

export type CheckoutLinePageFragment = {
  pageInfo: { hasNextPage: boolean };
  edges: Array<{
    cursor: string;
    node: {
      id: string;
      title: string;
      quantity: number;
      variant: BoughtVariantFieldsFragment | null;
      customAttributes: Array<AttributeFieldsFragment>;
      discountAllocations: Array<{
        allocatedAmount: MoneyFieldsFragment;
        discountApplication:
          | DiscountFields_DiscountCodeApplication_Fragment
          | DiscountFields_AutomaticDiscountApplication_Fragment
          | DiscountFields_ManualDiscountApplication_Fragment
          | DiscountFields_ScriptDiscountApplication_Fragment;
      }>;
    };
  }>;
};

export type OrderFieldsFragment = {
  id: string;
  processedAt: string;
  orderNumber: number;
  currencyCode: string;
  customerUrl: string | null;
  subtotalPrice: MoneyFieldsFragment | null;
  totalShippingPrice: MoneyFieldsFragment;
  totalTax: MoneyFieldsFragment | null;
  totalPrice: MoneyFieldsFragment;
  totalRefunded: MoneyFieldsFragment;
  shippingAddress: AddressFieldsFragment | null;
  lineItems: {
    edges: Array<{
      node: {
        title: string;
        quantity: number;
        variant: BoughtVariantFieldsFragment | null;
        customAttributes: Array<AttributeFieldsFragment>;
      };
    }>;
  };
};

export type CheckoutFieldsFragment = {
  id: string;
  ready: boolean;
  requiresShipping: boolean;
  note: string | null;
  webUrl: string;
  orderStatusUrl: string | null;
  taxExempt: boolean;
  taxesIncluded: boolean;
  currencyCode: string;
  completedAt: string | null;
  createdAt: string;
  updatedAt: string;
  email: string | null;
  paymentDue: MoneyFieldsFragment;
  totalTax: MoneyFieldsFragment;
  lineItemsSubtotalPrice: MoneyFieldsFragment;
  subtotalPrice: MoneyFieldsFragment;
  totalPrice: MoneyFieldsFragment;
  discountApplications: {
    edges: Array<{
      node:
        | DiscountFields_DiscountCodeApplication_Fragment
        | DiscountFields_AutomaticDiscountApplication_Fragment
        | DiscountFields_ManualDiscountApplication_Fragment
        | DiscountFields_ScriptDiscountApplication_Fragment;
    }>;
  };
  appliedGiftCards: Array<{
    id: string;
    lastCharacters: string;
    amountUsed: MoneyFieldsFragment;
    balance: MoneyFieldsFragment;
    presentmentAmountUsed: MoneyFieldsFragment;
  }>;
  shippingAddress: AddressFieldsFragment | null;
  shippingLine: { handle: string; title: string; price: MoneyFieldsFragment } | null;
  customAttributes: Array<AttributeFieldsFragment>;
  order: OrderFieldsFragment | null;
  lineItems: CheckoutLinePageFragment;
};

export type ErrorFieldsFragment = { field: Array<string> | null; message: string };

export type CheckoutErrorFieldsFragment = { field: Array<string> | null; message: string; code: string | null };

export type CollectionFieldsFragment = {
  id: string;
  handle: string;
  description: string;
  descriptionHtml: string;
  updatedAt: string;
  title: string;
  image: { id: string | null; altText: string | null; src: string } | null;
};

export type MoneyFieldsFragment = { amount: string; currencyCode: string };

export type ImageFieldsFragment = {
  id: string | null;
  altText: string | null;
  width: number | null;
  height: number | null;
  src: string;
};

export type VariantFieldsFragment = {
  id: string;
  title: string;
  weight: number | null;
  sku: string | null;
  available: boolean;
  price: MoneyFieldsFragment;
  compareAtPrice: MoneyFieldsFragment | null;
  image: ImageFieldsFragment | null;
  selectedOptions: Array<{ name: string; value: string }>;
  unitPrice: MoneyFieldsFragment | null;
  unitPriceMeasurement: {
    measuredType: UnitPriceMeasurementMeasuredType | null;
    quantityUnit: UnitPriceMeasurementMeasuredUnit | null;
    quantityValue: number;
    referenceUnit: UnitPriceMeasurementMeasuredUnit | null;
    referenceValue: number;
  } | null;
};

export type ImagePageFragment = {
  pageInfo: { hasNextPage: boolean };
  edges: Array<{ cursor: string; node: ImageFieldsFragment }>;
};

export type VariantPageFragment = {
  pageInfo: { hasNextPage: boolean };
  edges: Array<{ cursor: string; node: VariantFieldsFragment }>;
};

export type ProductFieldsFragment = {
  id: string;
  availableForSale: boolean;
  createdAt: string;
  updatedAt: string;
  descriptionHtml: string;
  description: string;
  handle: string;
  productType: string;
  title: string;
  vendor: string;
  publishedAt: string;
  onlineStoreUrl: string | null;
  options: Array<{ name: string; values: Array<string> }>;
  images: ImagePageFragment;
  variants: VariantPageFragment;
};

export type ProductPageFragment = {
  pageInfo: { hasNextPage: boolean };
  edges: Array<{ cursor: string; node: ProductFieldsFragment }>;
};

export type PolicyFieldsFragment = { id: string; title: string; url: string; body: string };

export type CheckoutPayload = {
  checkout: CheckoutFieldsFragment | null;
  userErrors: Array<ErrorFieldsFragment>;
  checkoutUserErrors: Array<CheckoutErrorFieldsFragment>;
};

const ATTRIBUTE_FIELDS = "fragment AttributeFields on Attribute{key value}";
const DISCOUNT_FIELDS =
  "fragment DiscountFields on DiscountApplication{__typename targetSelection allocationMethod targetType value{__typename ...on MoneyV2{...MoneyFields}...on PricingPercentageValue{percentage}}...on ManualDiscountApplication{title description}...on DiscountCodeApplication{code applicable}...on ScriptDiscountApplication{title}...on AutomaticDiscountApplication{title}}";
const ADDRESS_FIELDS =
  "fragment AddressFields on MailingAddress{id address1 address2 city company country countryCode:countryCodeV2 firstName lastName formatted latitude longitude phone province provinceCode zip name}";
const BOUGHT_VARIANT_FIELDS = "fragment BoughtVariantFields on ProductVariant{...VariantFields product{id handle}}";
const CHECKOUT_LINE_PAGE =
  "fragment CheckoutLinePage on CheckoutLineItemConnection{pageInfo{hasNextPage}edges{cursor node{id title quantity variant{...BoughtVariantFields}customAttributes{...AttributeFields}discountAllocations{allocatedAmount{...MoneyFields}discountApplication{...DiscountFields}}}}}";
const ORDER_FIELDS =
  "fragment OrderFields on Order{id processedAt orderNumber subtotalPrice{...MoneyFields}totalShippingPrice{...MoneyFields}totalTax{...MoneyFields}totalPrice{...MoneyFields}currencyCode totalRefunded{...MoneyFields}customerUrl shippingAddress{...AddressFields}lineItems(first:250){edges{node{title quantity variant{...BoughtVariantFields}customAttributes{...AttributeFields}}}}}";
const CHECKOUT_FIELDS =
  "fragment CheckoutFields on Checkout{id ready requiresShipping note paymentDue{...MoneyFields}webUrl orderStatusUrl taxExempt taxesIncluded currencyCode totalTax{...MoneyFields}lineItemsSubtotalPrice{...MoneyFields}subtotalPrice{...MoneyFields}totalPrice{...MoneyFields}completedAt createdAt updatedAt email discountApplications(first:10){edges{node{...DiscountFields}}}appliedGiftCards{id lastCharacters amountUsed{...MoneyFields}balance{...MoneyFields}presentmentAmountUsed{...MoneyFields}}shippingAddress{...AddressFields}shippingLine{handle price{...MoneyFields}title}customAttributes{...AttributeFields}order{...OrderFields}lineItems(first:250){...CheckoutLinePage}}";
const ERROR_FIELDS = "fragment ErrorFields on UserError{field message}";
const CHECKOUT_ERROR_FIELDS = "fragment CheckoutErrorFields on CheckoutUserError{field message code}";
const COLLECTION_FIELDS =
  "fragment CollectionFields on Collection{id handle description descriptionHtml updatedAt title image{id src:url altText}}";
const MONEY_FIELDS = "fragment MoneyFields on MoneyV2{amount currencyCode}";
const IMAGE_FIELDS = "fragment ImageFields on Image{id src:url altText width height}";
const VARIANT_FIELDS =
  "fragment VariantFields on ProductVariant{id title price{...MoneyFields}weight available:availableForSale sku compareAtPrice{...MoneyFields}image{...ImageFields}selectedOptions{name value}unitPrice{...MoneyFields}unitPriceMeasurement{measuredType quantityUnit quantityValue referenceUnit referenceValue}}";
const IMAGE_PAGE = "fragment ImagePage on ImageConnection{pageInfo{hasNextPage}edges{cursor node{...ImageFields}}}";
const VARIANT_PAGE =
  "fragment VariantPage on ProductVariantConnection{pageInfo{hasNextPage}edges{cursor node{...VariantFields}}}";
const PRODUCT_FIELDS =
  "fragment ProductFields on Product{id availableForSale createdAt updatedAt descriptionHtml description handle productType title vendor publishedAt onlineStoreUrl options{name values}images(first:250){...ImagePage}variants(first:250){...VariantPage}}";
const PRODUCT_PAGE =
  "fragment ProductPage on ProductConnection{pageInfo{hasNextPage}edges{cursor node{...ProductFields}}}";
const POLICY_FIELDS = "fragment PolicyFields on ShopPolicy{id title url body}";
export const CHECKOUT_BY_ID: Operation<{ node: CheckoutFieldsFragment | Record<never, never> | null }, { id: string }> =
  {
    text: `query CheckoutById($id:ID!){node(id:$id){...CheckoutFields}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}`,
  };
export const CHECKOUT_LINES: Operation<
  { node: { lineItems: CheckoutLinePageFragment } | Record<never, never> | null },
  { id: string; first: number; after?: string | null }
> = {
  text: `query CheckoutLines($id:ID!$first:Int!$after:String){node(id:$id){...on Checkout{lineItems(first:$first after:$after){...CheckoutLinePage}}}}${CHECKOUT_LINE_PAGE}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${MONEY_FIELDS}${IMAGE_FIELDS}${ATTRIBUTE_FIELDS}${DISCOUNT_FIELDS}`,
};
export const CHECKOUT_CREATE: Operation<{ checkoutCreate: CheckoutPayload | null }, { input: CheckoutCreateInput }> = {
  text: `mutation CheckoutCreate($input:CheckoutCreateInput!){checkoutCreate(input:$input){checkout{...CheckoutFields}userErrors{...ErrorFields}checkoutUserErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${ERROR_FIELDS}${CHECKOUT_ERROR_FIELDS}`,
};
export const CHECKOUT_LINE_ITEMS_ADD: Operation<
  { checkoutLineItemsAdd: CheckoutPayload | null },
  { checkoutId: string; lineItems: Array<CheckoutLineItemInput> }
> = {
  text: `mutation CheckoutLineItemsAdd($checkoutId:ID!$lineItems:[CheckoutLineItemInput!]!){checkoutLineItemsAdd(checkoutId:$checkoutId lineItems:$lineItems){checkout{...CheckoutFields}userErrors{...ErrorFields}checkoutUserErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${ERROR_FIELDS}${CHECKOUT_ERROR_FIELDS}`,
};
export const CHECKOUT_LINE_ITEMS_REMOVE: Operation<
  { checkoutLineItemsRemove: CheckoutPayload | null },
  { checkoutId: string; lineItemIds: Array<string> }
> = {
  text: `mutation CheckoutLineItemsRemove($checkoutId:ID!$lineItemIds:[ID!]!){checkoutLineItemsRemove(checkoutId:$checkoutId lineItemIds:$lineItemIds){checkout{...CheckoutFields}userErrors{...ErrorFields}checkoutUserErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${ERROR_FIELDS}${CHECKOUT_ERROR_FIELDS}`,
};
export const CHECKOUT_LINE_ITEMS_REPLACE: Operation<
  {
    checkoutLineItemsReplace: {
      checkout: CheckoutFieldsFragment | null;
      userErrors: Array<CheckoutErrorFieldsFragment>;
    } | null;
  },
  { checkoutId: string; lineItems: Array<CheckoutLineItemInput> }
> = {
  text: `mutation CheckoutLineItemsReplace($checkoutId:ID!$lineItems:[CheckoutLineItemInput!]!){checkoutLineItemsReplace(checkoutId:$checkoutId lineItems:$lineItems){checkout{...CheckoutFields}userErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${CHECKOUT_ERROR_FIELDS}`,
};
export const CHECKOUT_LINE_ITEMS_UPDATE: Operation<
  { checkoutLineItemsUpdate: CheckoutPayload | null },
  { checkoutId: string; lineItems: Array<CheckoutLineItemUpdateInput> }
> = {
  text: `mutation CheckoutLineItemsUpdate($checkoutId:ID!$lineItems:[CheckoutLineItemUpdateInput!]!){checkoutLineItemsUpdate(checkoutId:$checkoutId lineItems:$lineItems){checkout{...CheckoutFields}userErrors{...ErrorFields}checkoutUserErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${ERROR_FIELDS}${CHECKOUT_ERROR_FIELDS}`,
};
export const CHECKOUT_ATTRIBUTES_UPDATE_V2: Operation<
  { checkoutAttributesUpdateV2: CheckoutPayload | null },
  { checkoutId: string; input: CheckoutAttributesUpdateV2Input }
> = {
  text: `mutation CheckoutAttributesUpdateV2($checkoutId:ID!$input:CheckoutAttributesUpdateV2Input!){checkoutAttributesUpdateV2(checkoutId:$checkoutId input:$input){checkout{...CheckoutFields}userErrors{...ErrorFields}checkoutUserErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${ERROR_FIELDS}${CHECKOUT_ERROR_FIELDS}`,
};
export const CHECKOUT_DISCOUNT_CODE_APPLY_V2: Operation<
  { checkoutDiscountCodeApplyV2: CheckoutPayload | null },
  { checkoutId: string; discountCode: string }
> = {
  text: `mutation CheckoutDiscountCodeApplyV2($checkoutId:ID!$discountCode:String!){checkoutDiscountCodeApplyV2(checkoutId:$checkoutId discountCode:$discountCode){checkout{...CheckoutFields}userErrors{...ErrorFields}checkoutUserErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${ERROR_FIELDS}${CHECKOUT_ERROR_FIELDS}`,
};
export const CHECKOUT_DISCOUNT_CODE_REMOVE: Operation<
  { checkoutDiscountCodeRemove: CheckoutPayload | null },
  { checkoutId: string }
> = {
  text: `mutation CheckoutDiscountCodeRemove($checkoutId:ID!){checkoutDiscountCodeRemove(checkoutId:$checkoutId){checkout{...CheckoutFields}userErrors{...ErrorFields}checkoutUserErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${ERROR_FIELDS}${CHECKOUT_ERROR_FIELDS}`,
};
export const CHECKOUT_GIFT_CARDS_APPEND: Operation<
  { checkoutGiftCardsAppend: CheckoutPayload | null },
  { checkoutId: string; giftCardCodes: Array<string> }
> = {
  text: `mutation CheckoutGiftCardsAppend($checkoutId:ID!$giftCardCodes:[String!]!){checkoutGiftCardsAppend(checkoutId:$checkoutId giftCardCodes:$giftCardCodes){checkout{...CheckoutFields}userErrors{...ErrorFields}checkoutUserErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${ERROR_FIELDS}${CHECKOUT_ERROR_FIELDS}`,
};
export const CHECKOUT_GIFT_CARD_REMOVE_V2: Operation<
  { checkoutGiftCardRemoveV2: CheckoutPayload | null },
  { checkoutId: string; appliedGiftCardId: string }
> = {
  text: `mutation CheckoutGiftCardRemoveV2($checkoutId:ID!$appliedGiftCardId:ID!){checkoutGiftCardRemoveV2(checkoutId:$checkoutId appliedGiftCardId:$appliedGiftCardId){checkout{...CheckoutFields}userErrors{...ErrorFields}checkoutUserErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${ERROR_FIELDS}${CHECKOUT_ERROR_FIELDS}`,
};
export const CHECKOUT_EMAIL_UPDATE_V2: Operation<
  { checkoutEmailUpdateV2: CheckoutPayload | null },
  { checkoutId: string; email: string }
> = {
  text: `mutation CheckoutEmailUpdateV2($checkoutId:ID!$email:String!){checkoutEmailUpdateV2(checkoutId:$checkoutId email:$email){checkout{...CheckoutFields}userErrors{...ErrorFields}checkoutUserErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${ERROR_FIELDS}${CHECKOUT_ERROR_FIELDS}`,
};
export const CHECKOUT_SHIPPING_ADDRESS_UPDATE_V2: Operation<
  { checkoutShippingAddressUpdateV2: CheckoutPayload | null },
  { checkoutId: string; shippingAddress: MailingAddressInput }
> = {
  text: `mutation CheckoutShippingAddressUpdateV2($checkoutId:ID!$shippingAddress:MailingAddressInput!){checkoutShippingAddressUpdateV2(checkoutId:$checkoutId shippingAddress:$shippingAddress){checkout{...CheckoutFields}userErrors{...ErrorFields}checkoutUserErrors{...CheckoutErrorFields}}}${CHECKOUT_FIELDS}${MONEY_FIELDS}${DISCOUNT_FIELDS}${ADDRESS_FIELDS}${ATTRIBUTE_FIELDS}${ORDER_FIELDS}${BOUGHT_VARIANT_FIELDS}${VARIANT_FIELDS}${IMAGE_FIELDS}${CHECKOUT_LINE_PAGE}${ERROR_FIELDS}${CHECKOUT_ERROR_FIELDS}`,
};
export const COLLECTION_BY_ID: Operation<
  { node: CollectionFieldsFragment | Record<never, never> | null },
  { id: string }
> = { text: `query CollectionById($id:ID!){node(id:$id){...CollectionFields}}${COLLECTION_FIELDS}` };
export const COLLECTION_WITH_PRODUCTS: Operation<
  { node: ({ products: ProductPageFragment } & CollectionFieldsFragment) | Record<never, never> | null },
  { id: string; productsFirst: number }
> = {
  text: `query CollectionWithProducts($id:ID!$productsFirst:Int!){node(id:$id){...CollectionFields ...on Collection{products(first:$productsFirst){...ProductPage}}}}${COLLECTION_FIELDS}${PRODUCT_PAGE}${PRODUCT_FIELDS}${IMAGE_PAGE}${IMAGE_FIELDS}${VARIANT_PAGE}${VARIANT_FIELDS}${MONEY_FIELDS}`,
};
export const COLLECTION_LIST: Operation<
  { collections: { edges: Array<{ node: CollectionFieldsFragment }> } },
  { first: number; query?: string | null; sortKey?: CollectionSortKeys | null; reverse?: boolean | null }
> = {
  text: `query CollectionList($first:Int!$query:String$sortKey:CollectionSortKeys$reverse:Boolean){collections(first:$first query:$query sortKey:$sortKey reverse:$reverse){edges{node{...CollectionFields}}}}${COLLECTION_FIELDS}`,
};
export const COLLECTION_LIST_WITH_PRODUCTS: Operation<
  { collections: { edges: Array<{ node: { products: ProductPageFragment } & CollectionFieldsFragment }> } },
  {
    first: number;
    query?: string | null;
    sortKey?: CollectionSortKeys | null;
    reverse?: boolean | null;
    productsFirst: number;
  }
> = {
  text: `query CollectionListWithProducts($first:Int!$query:String$sortKey:CollectionSortKeys$reverse:Boolean$productsFirst:Int!){collections(first:$first query:$query sortKey:$sortKey reverse:$reverse){edges{node{...CollectionFields products(first:$productsFirst){...ProductPage}}}}}${COLLECTION_FIELDS}${PRODUCT_PAGE}${PRODUCT_FIELDS}${IMAGE_PAGE}${IMAGE_FIELDS}${VARIANT_PAGE}${VARIANT_FIELDS}${MONEY_FIELDS}`,
};
export const COLLECTION_BY_HANDLE: Operation<
  { collectionByHandle: ({ products: ProductPageFragment } & CollectionFieldsFragment) | null },
  { handle: string; productsFirst: number }
> = {
  text: `query CollectionByHandle($handle:String!$productsFirst:Int!){collectionByHandle(handle:$handle){...CollectionFields products(first:$productsFirst){...ProductPage}}}${COLLECTION_FIELDS}${PRODUCT_PAGE}${PRODUCT_FIELDS}${IMAGE_PAGE}${IMAGE_FIELDS}${VARIANT_PAGE}${VARIANT_FIELDS}${MONEY_FIELDS}`,
};
export const PRODUCT_BY_ID: Operation<{ node: ProductFieldsFragment | Record<never, never> | null }, { id: string }> = {
  text: `query ProductById($id:ID!){node(id:$id){...ProductFields}}${PRODUCT_FIELDS}${IMAGE_PAGE}${IMAGE_FIELDS}${VARIANT_PAGE}${VARIANT_FIELDS}${MONEY_FIELDS}`,
};
export const PRODUCTS_BY_IDS: Operation<
  { nodes: Array<ProductFieldsFragment | Record<never, never> | null> },
  { ids: Array<string> }
> = {
  text: `query ProductsByIds($ids:[ID!]!){nodes(ids:$ids){...ProductFields}}${PRODUCT_FIELDS}${IMAGE_PAGE}${IMAGE_FIELDS}${VARIANT_PAGE}${VARIANT_FIELDS}${MONEY_FIELDS}`,
};
export const PRODUCT_LIST: Operation<
  { products: ProductPageFragment },
  {
    first: number;
    after?: string | null;
    query?: string | null;
    sortKey?: ProductSortKeys | null;
    reverse?: boolean | null;
  }
> = {
  text: `query ProductList($first:Int!$after:String$query:String$sortKey:ProductSortKeys$reverse:Boolean){products(first:$first after:$after query:$query sortKey:$sortKey reverse:$reverse){...ProductPage}}${PRODUCT_PAGE}${PRODUCT_FIELDS}${IMAGE_PAGE}${IMAGE_FIELDS}${VARIANT_PAGE}${VARIANT_FIELDS}${MONEY_FIELDS}`,
};
export const PRODUCT_BY_HANDLE: Operation<{ productByHandle: ProductFieldsFragment | null }, { handle: string }> = {
  text: `query ProductByHandle($handle:String!){productByHandle(handle:$handle){...ProductFields}}${PRODUCT_FIELDS}${IMAGE_PAGE}${IMAGE_FIELDS}${VARIANT_PAGE}${VARIANT_FIELDS}${MONEY_FIELDS}`,
};
export const PRODUCT_RECOMMENDATIONS: Operation<
  { productRecommendations: Array<ProductFieldsFragment> | null },
  { productId: string }
> = {
  text: `query ProductRecommendations($productId:ID!){productRecommendations(productId:$productId){...ProductFields}}${PRODUCT_FIELDS}${IMAGE_PAGE}${IMAGE_FIELDS}${VARIANT_PAGE}${VARIANT_FIELDS}${MONEY_FIELDS}`,
};
export const PRODUCT_IMAGES: Operation<
  { node: { images: ImagePageFragment } | Record<never, never> | null },
  { id: string; first: number; after?: string | null }
> = {
  text: `query ProductImages($id:ID!$first:Int!$after:String){node(id:$id){...on Product{images(first:$first after:$after){...ImagePage}}}}${IMAGE_PAGE}${IMAGE_FIELDS}`,
};
export const PRODUCT_VARIANTS: Operation<
  { node: { variants: VariantPageFragment } | Record<never, never> | null },
  { id: string; first: number; after?: string | null }
> = {
  text: `query ProductVariants($id:ID!$first:Int!$after:String){node(id:$id){...on Product{variants(first:$first after:$after){...VariantPage}}}}${VARIANT_PAGE}${VARIANT_FIELDS}${MONEY_FIELDS}${IMAGE_FIELDS}`,
};
export const SHOP_INFO: Operation<
  {
    shop: {
      name: string;
      description: string | null;
      moneyFormat: string;
      paymentSettings: { enabledPresentmentCurrencies: Array<string> };
      primaryDomain: { host: string; sslEnabled: boolean; url: string };
    };
  },
  Record<string, never>
> = {
  text: `query ShopInfo{shop{name description moneyFormat paymentSettings{enabledPresentmentCurrencies}primaryDomain{host sslEnabled url}}}`,
};
export const SHOP_COUNTRY: Operation<{ localization: { country: { isoCode: string } } }, Record<string, never>> = {
  text: `query ShopCountry{localization{country{isoCode}}}`,
};
export const SHOP_POLICIES: Operation<
  {
    shop: {
      privacyPolicy: PolicyFieldsFragment | null;
      termsOfService: PolicyFieldsFragment | null;
      refundPolicy: PolicyFieldsFragment | null;
    };
  },
  Record<string, never>
> = {
  text: `query ShopPolicies{shop{privacyPolicy{...PolicyFields}termsOfService{...PolicyFields}refundPolicy{...PolicyFields}}}${POLICY_FIELDS}`,
};
