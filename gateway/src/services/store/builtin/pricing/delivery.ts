import type { MinorUnits } from "@porchlight/protocol/money.ts";
import { allCountries } from "../../../shared/addresses/countries.ts";
import type { Place } from "../../../shared/addresses/place-name.ts";
import type { PickupPlace, ShippingRate, ShippingZone, StoreSettings } from "../catalogue/store-settings.ts";
import type { DeliveryOption, PricedLine } from "../model/cart.ts";

/** Stands for all countries that no other zone lists. */
const EVERYWHERE_ELSE = "*";

/** The data on which delivery options depend. `subtotal` is after discounts. */
type DeliveryRequest = {
  lines: readonly PricedLine[];
  subtotal: MinorUnits;
  countryCode: string | null;
  settings: Pick<StoreSettings, "shipping" | "pickup">;
};

/** Lists shipping rates in the order of the owner's file, then the pickup places. */
export function listDeliveryOptions({ lines, subtotal, countryCode, settings }: DeliveryRequest): DeliveryOption[] {
  const shipped = lines.filter(({ variant }) => variant.requiresShipping);
  if (shipped.length === 0) return [];
  const grams = shipped.reduce((sum, { variant, line }) => sum + variant.weight * line.quantity, 0);
  const rates = countryCode === null ? [] : (findZone(countryCode, settings.shipping)?.rates ?? []);
  return [
    ...rates
      .filter(({ upToGrams }) => upToGrams === undefined || grams <= upToGrams)
      .map((rate) => toShippingOption(rate, subtotal)),
    ...settings.pickup().map(toPickupOption),
  ];
}

/** @returns undefined if the shop does not ship to the country */
export function findZone(countryCode: string, zones: readonly ShippingZone[]): ShippingZone | undefined {
  return (
    zones.find(({ countries }) => countries.includes(countryCode)) ??
    zones.find(({ countries }) => countries.includes(EVERYWHERE_ELSE))
  );
}

/** The countries that the shop ships to, sorted by name. */
export function listShippingCountries(zones: readonly ShippingZone[]): Place[] {
  return allCountries().filter(({ code }) => findZone(code, zones) !== undefined);
}

function toShippingOption(rate: ShippingRate, subtotal: MinorUnits): DeliveryOption {
  const isFree = rate.freeFrom !== undefined && subtotal >= rate.freeFrom;
  return {
    kind: "shipping",
    handle: rate.handle,
    title: rate.title,
    price: isFree ? 0 : rate.price,
    instructions: null,
    rate,
  };
}

function toPickupOption({ handle, title, instructions }: PickupPlace): DeliveryOption {
  return { kind: "pickup", handle, title, price: 0, instructions, rate: null };
}
