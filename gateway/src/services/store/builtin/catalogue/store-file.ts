import * as v from "valibot";
import {
  amount,
  currency,
  email,
  field,
  list,
  optionalField,
  optionalText,
  text,
  timeZone,
  withRule,
  yesNo,
} from "../../../../content/fields.ts";
import { country } from "../../../shared/addresses/country-field.ts";
import { dayOrInstant, days, daysOrNever, handle, percentage, wholeNumber } from "./fields.ts";
import { GIFT_CARD_CODE, normaliseGiftCardCode } from "./store-settings.ts";

/** Default time until an unpaid order expires, in days. */
export const UNPAID_ORDERS_EXPIRE_AFTER_DAYS = 7;
/** Default share of a variant's stock that unpaid orders of one client may hold, in percent. */
export const UNPAID_PERCENT = 50;
const CODE = /^[\p{Lu}\p{Lo}\p{N}_-]+$/u;
const PROVINCE = /^[A-Z0-9]{1,3}$/;

const day = withRule(v.pipe(text, v.isoDate("must be a day such as 2027-12-31")), {
  type: "string",
  pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
});
/** Stored in upper case, because codes are compared without case. */
const code = withRule(
  v.pipe(
    text,
    v.toUpperCase(),
    v.maxLength(64, "is too long"),
    v.regex(CODE, "must be letters, digits and dashes, such as WELCOME-10"),
  ),
  { type: ["string", "integer", "boolean"], pattern: "^[\\p{L}\\p{N}_-]{1,64}$" },
);

const province = withRule(v.pipe(text, v.regex(PROVINCE, "must be a code: ON")), {
  type: ["string", "integer"],
  pattern: PROVINCE.source,
  minimum: 0,
  maximum: 999,
});

const TaxSchema = v.strictObject({
  title: field(text, "As a buyer reads it.", "VAT", "HST"),
  country: field(country, "Where an order goes to; a code of ISO 3166-1.", "CA"),
  provinces: field(list(province), "Left out, the whole country: [ON, QC]."),
  percent: field(percentage, "Such as 13 or 9.975."),
});

const RateSchema = v.strictObject({
  title: field(text, "As a buyer reads it.", "Tracked parcel, 2 to 7 days"),
  price: field(amount, "Such as 14.00."),
  freeFrom: optionalField(amount, "Free if the goods cost at least this much."),
  upToGrams: optionalField(wholeNumber, "Only for parcels up to this weight."),
  upToDays: optionalField(
    days,
    "The longest a parcel takes, in days. Buyers in the European Union can withdraw until 14 days after that; left out, 60 days are assumed.",
    "21",
  ),
});

const ZoneSchema = v.strictObject({
  title: field(text, "As you call it.", "Europe"),
  countries: field(
    withRule(
      v.array(
        withRule(v.union([v.literal("*"), country], 'must be two capital letters, CA, or "*"'), {
          type: "string",
          pattern: "^([A-Z]{2}|\\*)$",
        }),
        "must be a list",
      ),
      { uniqueItems: true },
    ),
    'Codes of ISO 3166-1; "*" is every country that no other zone names.',
    ["CA"],
    ["*"],
  ),
  rates: field(v.array(RateSchema, "must be a list"), "Ways to send a parcel there."),
});

const PickupSchema = v.strictObject({
  title: field(text, "As a buyer reads it.", "At a show"),
  instructions: field(optionalText, "What a buyer has to know to fetch an order."),
  atShows: field(
    v.optional(yesNo, "no"),
    "yes: buyers choose among the next shows of shows.yaml by name. While none is ahead, the place itself is offered.",
    "yes",
  ),
});

const PaymentSchema = v.strictObject({
  title: field(text, "As a buyer reads it.", "Invoice"),
  instructions: field(text, "What a buyer has to do; shown after the order, and in the email about it."),
  onlyFor: optionalField(
    v.picklist(["pickup", "delivery"], "must be pickup or delivery"),
    "Offered only when the order is fetched, or only when it is sent.",
  ),
  unpaidOrdersExpireAfter: optionalField(
    daysOrNever,
    "Another time than the shop's, for this way to pay only; useful where buyers pay when they fetch the order.",
    "60 days",
    "never",
  ),
});

const DiscountSchema = v.strictObject({
  code: field(code, "What a buyer types. Capitals do not matter.", "HOMECOMING"),
  title: optionalField(text, "As a buyer reads it. Left out, the code."),
  percent: optionalField(percentage, "Takes this percentage off the price. Or give amount, or freeShipping."),
  amount: optionalField(amount, "Takes this amount off the price. Or give percent, or freeShipping."),
  freeShipping: field(v.optional(yesNo, "no"), "yes takes the price of shipping off. Or give percent, or amount."),
  products: optionalField(
    v.array(handle, "must be a list of handles, such as [lake-effect-tee]"),
    "Only for these handles.",
  ),
  minimum: optionalField(amount, "Only if the goods cost at least this much."),
  startsAt: optionalField(
    dayOrInstant,
    "The first day on which it is valid, from midnight in the shop's time zone. Or the exact time.",
    "2026-12-01",
    "2026-12-01T09:00-05:00",
  ),
  endsAt: optionalField(
    dayOrInstant,
    "The first day on which it is no longer valid, from midnight in the shop's time zone. Or the exact time.",
    "2027-01-01",
  ),
  limit: optionalField(wholeNumber, "How many orders may use it in all."),
  oncePerCustomer: field(v.optional(yesNo, "no"), "yes: once for each email address."),
});

const giftCardCode = withRule(
  v.pipe(
    text,
    v.transform(normaliseGiftCardCode),
    v.regex(GIFT_CARD_CODE, "must be 8 to 32 letters and digits, such as K7QF-93XT-LM2P-8VRA"),
  ),
  { type: ["string", "integer"], pattern: "^[\\s-]*([A-Za-z0-9][\\s-]*){8,32}$", minimum: 10_000_000 },
);

const GiftCardSchema = v.strictObject({
  code: field(giftCardCode, "8 to 32 letters and digits that nobody can guess; dashes and spaces do not matter."),
  balance: field(amount, "What it was worth when you issued it. The shop itself subtracts what buyers use."),
  currency: optionalField(currency, "Left out, the shop's currency.", "CAD"),
  expiresOn: optionalField(day, "The last day it can be used.", "2028-12-31"),
  enabled: field(v.optional(yesNo, "yes"), "no stops it from being used."),
});

/** Schema of `store.yaml`. `checkStore` compares entries with each other. */
export const StoreFileSchema = v.strictObject({
  currency: field(
    currency,
    "The currency of every price, a code of ISO 4217. Do not change it after the first order.",
    "CAD",
    "EUR",
    "USD",
  ),
  country: field(country, "The country you send from, a code of ISO 3166-1.", "CA"),
  province: optionalField(
    province,
    "The province or state you sell from, if taxes depend on it. Orders that buyers fetch are taxed there.",
  ),
  timeZone: field(
    v.optional(timeZone, "UTC"),
    "The time zone of days, for discount codes and in the file of orders; a name of the time zone database. Left out, UTC.",
    "America/Toronto",
    "Europe/Berlin",
  ),
  moneyFormat: optionalField(
    withRule(v.pipe(text, v.includes("{{amount", "must hold {{amount}}, such as {{amount}} CAD")), {
      type: "string",
      pattern: "\\{\\{amount",
    }),
    "How amounts are written, if you want another format than the usual one.",
    "{{amount}} €",
  ),
  description: field(optionalText, "One sentence about the shop."),
  taxesIncluded: field(
    v.optional(yesNo, "no"),
    "yes if the prices in products.yaml include the tax; no if it is added at the end.",
  ),
  taxesOnShipping: field(v.optional(yesNo, "no"), "yes: shipping is taxed like the goods."),
  taxes: field(
    list(TaxSchema),
    "Taxes by the place an order goes to; a download is taxed where its buyer is. If two lines fit a place, both apply.",
  ),
  shipping: field(list(ZoneSchema), "Where you send to and for how much."),
  pickup: field(list(PickupSchema), "Places where an order can be fetched instead, without a charge."),
  payments: field(list(PaymentSchema), "Ways to pay that you handle yourself, in the order buyers see them."),
  unpaidOrdersExpireAfter: field(
    v.optional(daysOrNever, `${UNPAID_ORDERS_EXPIRE_AFTER_DAYS} days`),
    `How long an order waits that is neither paid nor sent: 1 to 90 days, or never. Left out, ${UNPAID_ORDERS_EXPIRE_AFTER_DAYS} days. Then it ends, and its goods are for sale again.`,
    "7 days",
    "never",
  ),
  unpaidPercent: field(
    v.optional(percentage, String(UNPAID_PERCENT)),
    `The most of a variant's stock that the unpaid and free orders of one buyer may hold, in percent, but at least two pieces. Left out, ${UNPAID_PERCENT}. 100 means no limit.`,
    50,
    100,
  ),
  contactEmail: optionalField(
    email,
    "Where buyers write with questions: the page of an order names it, and replies to emails about orders go there. Left out, replies go to the address that your emails come from.",
    "shop@example.com",
  ),
  discounts: field(list(DiscountSchema), "Codes that make an order cheaper."),
  giftCards: field(list(GiftCardSchema), "Gift cards you have sold or given away."),
});

/** `store.yaml` with defaults filled in; amounts are still text. */
export type StoreFile = v.InferOutput<typeof StoreFileSchema>;
