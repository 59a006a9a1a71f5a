import { parseAmount } from "@porchlight/protocol/money.ts";
import type { StoreFile } from "./store-file.ts";
import type { Discount, GiftCard, ManualPayment, ShippingZone, StoreSettings, TaxRule } from "./store-settings.ts";
import { beginningOf } from "./time-zone.ts";

/**
 * Makes the settings of a file that `checkStore` found nothing wrong with.
 *
 * @param language the artist's
 */
export function createSettings(file: StoreFile, language: string): StoreSettings {
  const { currency } = file;
  const units = (written: string) => unitsOf(written, currency);
  return {
    currency,
    country: file.country,
    ...(file.province !== undefined && { province: file.province }),
    timeZone: file.timeZone,
    language,
    ...(file.moneyFormat !== undefined && { moneyFormat: file.moneyFormat }),
    description: file.description,
    taxesIncluded: file.taxesIncluded,
    taxesOnShipping: file.taxesOnShipping,
    taxes: file.taxes.flatMap(taxRulesOf),
    shipping: file.shipping.map((zone) => zoneOf(zone, units)),
    pickup: file.pickup.map((place) => ({ ...place, handle: handleOf(place.title) })),
    payments: file.payments.map((payment): ManualPayment => ({ ...payment, handle: handleOf(payment.title) })),
    unpaidOrdersExpireAfter: file.unpaidOrdersExpireAfter,
    unpaidShareMillionths: file.unpaidPercent,
    discounts: file.discounts.map((discount) => discountOf(discount, units, file.timeZone)),
    giftCards: file.giftCards.map((card) => giftCardOf(card, currency)),
  };
}

/** Minor units of an amount that was checked. */
export function unitsOf(written: string, currency: string): number {
  const units = parseAmount(written, currency);
  if (units === undefined) throw new Error(`${written} is no amount in ${currency}`);
  return units;
}

function taxRulesOf({ title, country, provinces, percent }: StoreFile["taxes"][number]): TaxRule[] {
  const rule = { country, title, rateMillionths: percent };
  return provinces.length === 0 ? [rule] : provinces.map((province) => ({ ...rule, province }));
}

function zoneOf(zone: StoreFile["shipping"][number], units: (written: string) => number): ShippingZone {
  return {
    title: zone.title,
    countries: zone.countries,
    rates: zone.rates.map(({ title, price, freeFrom, upToGrams, upToDays }) => ({
      handle: handleOf(`${zone.title} ${title}`),
      title,
      price: units(price),
      ...(freeFrom !== undefined && { freeFrom: units(freeFrom) }),
      ...(upToGrams !== undefined && { upToGrams }),
      ...(upToDays !== undefined && { upToDays }),
    })),
  };
}

/** The instant that a day or an instant stands for, ISO 8601 in UTC. A day begins in the shop's time zone. */
export function instantOf(written: string, timeZone: string): string {
  return written.includes("T") ? new Date(written).toISOString() : beginningOf(written, timeZone);
}

function discountOf(
  entry: StoreFile["discounts"][number],
  units: (written: string) => number,
  timeZone: string,
): Discount {
  const { percent, amount: off, freeShipping, minimum, startsAt, endsAt, title, ...rest } = entry;
  return {
    ...rest,
    ...(startsAt !== undefined && { startsAt: instantOf(startsAt, timeZone) }),
    ...(endsAt !== undefined && { endsAt: instantOf(endsAt, timeZone) }),
    title: title ?? entry.code,
    value: discountValueOf(percent, off === undefined ? undefined : units(off)),
    ...(minimum !== undefined && { minimum: units(minimum) }),
  };
}

function discountValueOf(millionths: number | undefined, off: number | undefined): Discount["value"] {
  if (millionths !== undefined) return { kind: "percentage", millionths };
  if (off !== undefined) return { kind: "amount", amount: off };
  return { kind: "free-shipping" };
}

function giftCardOf({ enabled, balance, ...card }: StoreFile["giftCards"][number], shopCurrency: string): GiftCard {
  const currency = card.currency ?? shopCurrency;
  return { ...card, currency, balance: unitsOf(balance, currency), isEnabled: enabled };
}

/** Names a way of sending, fetching or paying on the wire: "Canada Tracked parcel" is `canada-tracked-parcel`. */
export function handleOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
