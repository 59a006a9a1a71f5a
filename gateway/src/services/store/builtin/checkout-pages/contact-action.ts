import { missingParts } from "../../../shared/addresses/address.ts";
import { SEND_IT, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout, CheckoutKey, CheckoutResult, Checkouts } from "../checkout/checkouts.ts";
import { findZone } from "../pricing/delivery.ts";
import { toFieldErrors } from "./field-errors.ts";
import { type FieldErrors, type Form, field } from "./form.ts";
import { shippingOrPickup } from "./shipping-or-pickup.ts";
import * as words from "./words.ts";

/** The fields from top to bottom. `""` stands for the whole form; its error comes first. */
const FIELDS = [
  "",
  "email",
  "how",
  "firstName",
  "lastName",
  "country",
  "company",
  "address1",
  "address2",
  "city",
  "province",
  "zip",
  "phone",
  "note",
] as const;

/**
 * Stores buyer, address and note. Valid fields are stored even if others are not, and all errors are returned at once.
 *
 * @returns errors by field from top to bottom; none when everything was stored
 */
export async function storeContact(
  checkout: Checkout,
  form: Form,
  store: { checkouts: Checkouts; settings: StoreSettings },
): Promise<FieldErrors> {
  const errors = await storeFields(checkout, form, store);
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const sentence = errors[name];
      return sentence === undefined ? [] : [[name, sentence]];
    }),
  );
}

async function storeFields(
  checkout: Checkout,
  form: Form,
  { checkouts, settings }: { checkouts: Checkouts; settings: StoreSettings },
): Promise<FieldErrors> {
  const errors: Record<string, string> = {};
  const recordErrors = (result: CheckoutResult | undefined): Checkout | undefined => {
    if (result?.ok) return result.checkout;
    if (result) Object.assign(errors, toFieldErrors(result.errors, settings, field(form, "country")));
    return undefined;
  };

  recordErrors(await checkouts.setEmail(checkout, field(form, "email")));
  recordErrors(await checkouts.setAttributes(checkout, { note: field(form, "note") || null }));
  if (!checkout.priced.requiresShipping) {
    if (checkout.priced.total > 0) {
      recordErrors(
        await checkouts.setPlace(checkout, { country: field(form, "country"), province: field(form, "province") }),
      );
    }
    return errors;
  }

  // Without pickup places there is nothing to choose.
  const how = settings.pickup().length > 0 ? field(form, "how") : SEND_IT;
  if (!shippingOrPickup(settings).some(({ value }) => value === how)) errors.how = words.chooseDelivery;
  else if (how !== SEND_IT) {
    recordErrors(await checkouts.setDelivery(checkout, how));
    // A pickup needs a name.
    recordErrors(await checkouts.setName(checkout, form));
  } else Object.assign(errors, await storeAddress(checkout, form, { checkouts, settings }, recordErrors));
  return errors;
}

async function storeAddress(
  which: CheckoutKey,
  form: Form,
  { checkouts, settings }: { checkouts: Checkouts; settings: StoreSettings },
  recordErrors: (result: CheckoutResult | undefined) => Checkout | undefined,
): Promise<FieldErrors> {
  const addressed = recordErrors(await checkouts.setAddress(which, form));
  if (!addressed) return {};
  // A client of the Storefront API may leave the address incomplete, but a parcel needs all of it.
  const missing = addressed.address ? missingParts(addressed.address) : [];
  if (missing.length > 0) {
    const blank = missing.map((part) => ({ reason: "bad-address", field: part, problem: "blank" }) as const);
    return toFieldErrors(blank, settings, addressed.address?.countryCode);
  }
  const { delivery, deliveryOptions } = addressed.priced;
  if (delivery?.kind === "shipping") return {};
  const first = deliveryOptions.find(({ kind }) => kind === "shipping");
  // The next step asks for the shipping rate. Until then, this also replaces an earlier choice of a pickup.
  if (first) recordErrors(await checkouts.setDelivery(which, first.handle));
  else if (findZone(addressed.address?.countryCode ?? "", settings.shipping) === undefined) {
    return toFieldErrors([{ reason: "bad-address", field: "countryCode", problem: "not-sent-there" }], settings);
  } else if (delivery) return { country: words.tooHeavy };
  return {};
}
