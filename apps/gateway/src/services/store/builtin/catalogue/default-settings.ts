import { moneyFormatOf } from "./money-format.ts";
import { UNPAID_ORDERS_EXPIRE_AFTER_DAYS } from "./store-file.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Of a shop that has no `content/store`: it sells nothing, so only currency and country are ever seen. */
export const EMPTY_SHOP_SETTINGS: StoreSettings = {
  currency: "CAD",
  country: "CA",
  timeZone: "UTC",
  moneyFormat: moneyFormatOf("CAD"),
  description: "",
  taxesIncluded: false,
  taxesOnShipping: false,
  taxes: [],
  shipping: [],
  pickup: [],
  discounts: [],
  giftCards: [],
  unpaidOrdersExpireAfter: UNPAID_ORDERS_EXPIRE_AFTER_DAYS,
  payments: [],
};
