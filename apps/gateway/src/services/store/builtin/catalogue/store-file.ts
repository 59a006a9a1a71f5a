import * as v from "valibot";
import { text } from "../../../../content/yaml-file.ts";
import { amount, country, handle, instant, optionalText, percentage, wholeNumber, yesNo } from "./fields.ts";
import { isCurrency } from "./money-format.ts";

const list = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item, "must be a list"), []);
const day = v.pipe(text, v.isoDate("must be a day such as 2027-12-31"));
/** Compared without regard to case, so kept in capitals. */
const code = v.pipe(
  text,
  v.toUpperCase(),
  v.maxLength(64, "is too long"),
  v.regex(/^[\p{Lu}\p{Lo}\p{N}_-]+$/u, "must be letters, digits and dashes"),
);

/** As it stands on an envelope. */
const province = v.pipe(text, v.regex(/^[A-Z0-9]{1,3}$/, "must be a code: ON"));

const TaxSchema = v.strictObject({
  title: text,
  country,
  provinces: v.optional(v.array(province, "must be a list"), []),
  percent: percentage,
});

const ZoneSchema = v.strictObject({
  title: text,
  countries: v.array(v.union([v.literal("*"), country], 'must be two capital letters, CA, or "*"'), "must be a list"),
  rates: v.array(
    v.strictObject({
      title: text,
      price: amount,
      freeFrom: v.exactOptional(amount),
      upToGrams: v.exactOptional(wholeNumber),
    }),
    "must be a list",
  ),
});

const PickupSchema = v.strictObject({ title: text, instructions: optionalText });

const PaymentSchema = v.strictObject({
  title: text,
  instructions: text,
  onlyFor: v.exactOptional(v.picklist(["pickup", "delivery"], "must be pickup or delivery")),
});

const DiscountSchema = v.strictObject({
  code,
  title: v.exactOptional(text),
  percent: v.exactOptional(percentage),
  amount: v.exactOptional(amount),
  freeShipping: v.optional(yesNo, "no"),
  products: v.exactOptional(v.array(handle, "must be a list of handles")),
  minimum: v.exactOptional(amount),
  startsAt: v.exactOptional(instant),
  endsAt: v.exactOptional(instant),
  limit: v.exactOptional(wholeNumber),
  oncePerCustomer: v.optional(yesNo, "no"),
});

const GiftCardSchema = v.strictObject({
  code: v.pipe(text, v.transform(giftCardCodeOf), v.regex(/^[A-Z0-9]{8,32}$/, "must be 8 to 32 letters and digits")),
  balance: amount,
  currency: v.exactOptional(v.pipe(text, v.check(isCurrency, "is no currency"))),
  expiresOn: v.exactOptional(day),
  enabled: v.optional(yesNo, "yes"),
});

/** The form of `store.yaml`. What one entry has to do with another is checked by `checkStore`. */
export const StoreFileSchema = v.strictObject({
  currency: v.pipe(text, v.check(isCurrency, "is no currency; write a code such as CAD")),
  country,
  province: v.exactOptional(province),
  moneyFormat: v.exactOptional(v.pipe(text, v.includes("{{amount", "must hold {{amount}}"))),
  description: optionalText,
  taxesIncluded: v.optional(yesNo, "no"),
  taxesOnShipping: v.optional(yesNo, "no"),
  taxes: list(TaxSchema),
  shipping: list(ZoneSchema),
  pickup: list(PickupSchema),
  payments: list(PaymentSchema),
  discounts: list(DiscountSchema),
  giftCards: list(GiftCardSchema),
});

/** `store.yaml` with its defaults filled in and its amounts still as written. */
export type StoreFile = v.InferOutput<typeof StoreFileSchema>;

/** A gift card's code as it is compared: without spaces and dashes, upper-case. */
function giftCardCodeOf(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}
