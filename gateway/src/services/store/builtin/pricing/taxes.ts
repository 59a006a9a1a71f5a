import type { MinorUnits } from "@porchlight/protocol/money.ts";
import type { TaxPlace } from "../../../shared/addresses/address.ts";
import { provincesOf } from "../../../shared/addresses/provinces.ts";
import type { StoreSettings, TaxRule } from "../catalogue/store-settings.ts";
import type { PricedCart, PricedLine } from "../model/cart.ts";
import { splitAmount, takeFraction } from "./fractions.ts";

const MILLION = 1_000_000;
/** Id of the delivery when a tax is split. The other ids are those of lines, UUIDs. */
const DELIVERY = "delivery";

/** The data on which taxes depend; amounts are after discounts. */
type TaxRequest = {
  lines: PricedLine[];
  deliveryPrice: MinorUnits;
  place: TaxPlace | null;
  settings: Pick<StoreSettings, "taxes" | "taxesIncluded" | "taxesOnShipping">;
};

/**
 * Calculates taxes. Each tax is rounded half up once, on the sum of all taxed amounts, and then split over the lines.
 * If each line were rounded, the sum would not match the rate on the receipt. Source: Canada, Excise Tax Act, section
 * 165.2: tax on several supplies on one invoice may be calculated on their total, and half a cent or more is rounded
 * up.
 *
 * @param request the function sets the `tax` of its lines
 */
export function applyTaxes({ lines, deliveryPrice, place, settings }: TaxRequest): PricedCart["taxes"] {
  const rules = place === null ? [] : settings.taxes.filter((rule) => appliesAt(rule, place));
  const taxed = lines.filter(({ variant }) => variant.taxable);
  const shares = taxed.map(({ line, total }) => ({ id: line.id, weight: total }));
  if (settings.taxesOnShipping) shares.push({ id: DELIVERY, weight: deliveryPrice });
  const base = shares.reduce((sum, { weight }) => sum + weight, 0);
  if (base === 0) return [];

  const within = settings.taxesIncluded ? rules.reduce((sum, { rateMillionths }) => sum + rateMillionths, 0) : 0;
  return rules.map(({ title, rateMillionths }) => {
    const amount = takeFraction(base, rateMillionths, MILLION + within);
    const parts = splitAmount(amount, shares);
    for (const [at, priced] of taxed.entries()) priced.tax += parts[at] ?? 0;
    return { title, rateMillionths, amount };
  });
}

/** Whether a country's taxes depend on the province. False if the buyer has no list of provinces to choose from. */
export function isTaxedByProvince(countryCode: string, taxes: readonly TaxRule[]): boolean {
  return (
    provincesOf(countryCode).length > 0 &&
    taxes.some(({ country, province }) => country === countryCode && province !== undefined)
  );
}

/** Whether the buyer still has to enter their place: an order that needs no shipping has no address. */
export function isPlaceMissing({
  requiresShipping,
  total,
  taxPlace,
}: Pick<PricedCart, "requiresShipping" | "total" | "taxPlace">): boolean {
  return !requiresShipping && total > 0 && taxPlace === null;
}

function appliesAt(rule: TaxRule, { countryCode, provinceCode }: TaxPlace): boolean {
  return rule.country === countryCode && (rule.province === undefined || rule.province === provinceCode);
}
