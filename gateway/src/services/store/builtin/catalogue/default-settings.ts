import { UNPAID_ORDERS_EXPIRE_AFTER_DAYS, UNPAID_PERCENT } from "./store-file.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Of a shop that has no `content/store`: it sells nothing, so only currency and country are ever seen. */
export const EMPTY_SHOP_SETTINGS: Omit<StoreSettings, "language"> = {
  currency: "CAD",
  country: "CA",
  timeZone: "UTC",
  description: "",
  taxesIncluded: false,
  taxesOnShipping: false,
  taxes: [],
  shipping: [],
  pickup: [],
  discounts: [],
  giftCards: [],
  unpaidOrdersExpireAfter: UNPAID_ORDERS_EXPIRE_AFTER_DAYS,
  unpaidShareMillionths: UNPAID_PERCENT * 10_000,
  payments: [],
};
