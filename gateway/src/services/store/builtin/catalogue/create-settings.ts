import { formatAmount, minorDigits, parseAmount } from "@porchlight/protocol/money.ts";
import type { Show } from "@porchlight/protocol/shows.ts";
import { slugOf } from "../../../../lib/slug.ts";
import { startOfDay } from "../../../../lib/time-zone.ts";
import { createPickupPlaces } from "./pickup-places.ts";
import { type StoreFile, UNPAID_ORDERS_EXPIRE_AFTER_DAYS, UNPAID_PERCENT } from "./store-file.ts";
import type { Discount, GiftCard, ManualPayment, ShippingZone, StoreSettings, TaxRule } from "./store-settings.ts";

/** Settings of a shop without `content/store`. It sells nothing, so only currency and country are visible. */
export const EMPTY_SHOP_SETTINGS: Omit<StoreSettings, "language"> = {
  currency: "CAD",
  country: "CA",
  timeZone: "UTC",
  description: "",
  taxesIncluded: false,
  taxesOnShipping: false,
  taxes: [],
  shipping: [],
  pickup: () => [],
  discounts: [],
  giftCards: [],
  unpaidOrdersExpireAfter: UNPAID_ORDERS_EXPIRE_AFTER_DAYS,
  unpaidShareMillionths: UNPAID_PERCENT * 10_000,
  payments: [],
};

/** What settings depend on besides the file. `language`: the artist's, for amounts and dates. */
export type SettingsContext = { language: string; shows: () => readonly Show[]; clock: () => Date };

/**
 * Creates settings from a file that `checkStore` accepted.
 */
export function createSettings(file: StoreFile, { language, ...now }: SettingsContext): StoreSettings {
  const { currency } = file;
  const units = (written: string) => toMinorUnits(written, currency);
  return {
    currency,
    country: file.country,
    ...(file.province !== undefined && { province: file.province }),
    timeZone: file.timeZone,
    language,
    ...(file.moneyFormat !== undefined && { moneyFormat: file.moneyFormat }),
    description: file.description,
    ...(file.contactEmail !== undefined && { contactEmail: file.contactEmail }),
    taxesIncluded: file.taxesIncluded,
    taxesOnShipping: file.taxesOnShipping,
    taxes: file.taxes.flatMap(toTaxRules),
    shipping: file.shipping.map((zone) => toZone(zone, units)),
    pickup: createPickupPlaces(
      file.pickup.map((place) => ({ ...place, handle: slugOf(place.title) })),
      { ...now, language },
    ),
    payments: file.payments.map((payment): ManualPayment => ({ ...payment, handle: slugOf(payment.title) })),
    unpaidOrdersExpireAfter: file.unpaidOrdersExpireAfter,
    unpaidShareMillionths: file.unpaidPercent,
    discounts: file.discounts.map((discount) => toDiscount(discount, units, file.timeZone)),
    giftCards: file.giftCards.map((card) => toGiftCard(card, currency)),
  };
}

/**
 * Whether an amount can be read in one way only. Where a dot separates thousands, "15.000" is fifteen thousand, so it
 * is not an amount in a currency without thousandths.
 */
export function isAmount(written: string, currency: string): boolean {
  const isPerhapsThousands = /\.\d{3}$/.test(written) && minorDigits(currency) < 3;
  return !isPerhapsThousands && parseAmount(written, currency) !== undefined;
}

/** The sentence about a text that is not an amount. */
export function noAmount(written: string, currency: string): string {
  return `${written} is no amount in ${currency}; write it like ${formatAmount(38 * 10 ** minorDigits(currency), currency)}`;
}

/** Minor units of a valid amount. */
export function toMinorUnits(written: string, currency: string): number {
  const units = parseAmount(written, currency);
  if (units === undefined) throw new Error(`${written} is no amount in ${currency}`);
  return units;
}

function toTaxRules({ title, country, provinces, percent }: StoreFile["taxes"][number]): TaxRule[] {
  const rule = { country, title, rateMillionths: percent };
  return provinces.length === 0 ? [rule] : provinces.map((province) => ({ ...rule, province }));
}

function toZone(zone: StoreFile["shipping"][number], units: (written: string) => number): ShippingZone {
  return {
    title: zone.title,
    countries: zone.countries,
    rates: zone.rates.map(({ title, price, freeFrom, upToGrams, upToDays }) => ({
      handle: slugOf(`${zone.title} ${title}`),
      title,
      price: units(price),
      ...(freeFrom !== undefined && { freeFrom: units(freeFrom) }),
      ...(upToGrams !== undefined && { upToGrams }),
      ...(upToDays !== undefined && { upToDays }),
    })),
  };
}

/** The instant as ISO 8601 in UTC. A day begins at midnight in the shop's time zone. */
export function toInstant(written: string, timeZone: string): string {
  return written.includes("T") ? new Date(written).toISOString() : startOfDay(written, timeZone);
}

function toDiscount(
  entry: StoreFile["discounts"][number],
  units: (written: string) => number,
  timeZone: string,
): Discount {
  const { percent, amount: off, freeShipping, minimum, startsAt, endsAt, title, ...rest } = entry;
  return {
    ...rest,
    ...(startsAt !== undefined && { startsAt: toInstant(startsAt, timeZone) }),
    ...(endsAt !== undefined && { endsAt: toInstant(endsAt, timeZone) }),
    title: title ?? entry.code,
    value: toDiscountValue(percent, off === undefined ? undefined : units(off)),
    ...(minimum !== undefined && { minimum: units(minimum) }),
  };
}

function toDiscountValue(millionths: number | undefined, off: number | undefined): Discount["value"] {
  if (millionths !== undefined) return { kind: "percentage", millionths };
  if (off !== undefined) return { kind: "amount", amount: off };
  return { kind: "free-shipping" };
}

function toGiftCard({ enabled, balance, ...card }: StoreFile["giftCards"][number], shopCurrency: string): GiftCard {
  const currency = card.currency ?? shopCurrency;
  return { ...card, currency, balance: toMinorUnits(balance, currency), isEnabled: enabled };
}
