import type { MinorUnits } from "@porchlight/protocol/money.ts";
import { allCountries } from "../../../shared/addresses/countries.ts";
import type { Place } from "../../../shared/addresses/place-name.ts";
import type { DeliveryOption, PricedLine } from "../cart/basket.ts";
import type { PickupPlace, ShippingRate, ShippingZone, StoreSettings } from "../catalogue/store-settings.ts";

/** Stands for every country that no other zone names. */
const EVERYWHERE_ELSE = "*";

/** What decides on the ways that a basket can be had. `subtotal` is after discounts. */
export type DeliveryRequest = {
  lines: readonly PricedLine[];
  subtotal: MinorUnits;
  countryCode: string | null;
  settings: Pick<StoreSettings, "shipping" | "pickup">;
};

/** Ways a basket can be sent, in the order of the owner's file, then the places where it can be fetched. */
export function deliveryOptionsFor({ lines, subtotal, countryCode, settings }: DeliveryRequest): DeliveryOption[] {
  const shipped = lines.filter(({ variant }) => variant.requiresShipping);
  if (shipped.length === 0) return [];
  const grams = shipped.reduce((sum, { variant, line }) => sum + variant.weight * line.quantity, 0);
  const rates = countryCode === null ? [] : (zoneOf(countryCode, settings.shipping)?.rates ?? []);
  return [
    ...rates
      .filter(({ upToGrams }) => upToGrams === undefined || grams <= upToGrams)
      .map((rate) => byPost(rate, subtotal)),
    ...settings.pickup.map(byPickup),
  ];
}

/** Zone of a country. @returns undefined when nothing is sent there */
export function zoneOf(countryCode: string, zones: readonly ShippingZone[]): ShippingZone | undefined {
  return (
    zones.find(({ countries }) => countries.includes(countryCode)) ??
    zones.find(({ countries }) => countries.includes(EVERYWHERE_ELSE))
  );
}

/** Countries that something is sent to, in the order of their names. */
export function countriesSentTo(zones: readonly ShippingZone[]): Place[] {
  return allCountries().filter(({ code }) => zoneOf(code, zones) !== undefined);
}

function byPost(rate: ShippingRate, subtotal: MinorUnits): DeliveryOption {
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

function byPickup({ handle, title, instructions }: PickupPlace): DeliveryOption {
  return { kind: "pickup", handle, title, price: 0, instructions, rate: null };
}
