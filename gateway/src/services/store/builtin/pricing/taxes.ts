import type { MinorUnits } from "@porchlight/protocol/money.ts";
import { provincesOf } from "../../../shared/addresses/provinces.ts";
import type { PricedCart, PricedLine, TaxPlace } from "../cart/basket.ts";
import type { StoreSettings, TaxRule } from "../catalogue/store-settings.ts";
import { fractionOf, shareOut } from "./exact.ts";

const MILLION = 1_000_000;
/** Stands beside the ids of lines, which are UUIDs, when a tax is shared out. */
const DELIVERY = "delivery";

/** What taxes are worked out from; amounts after discounts. */
export type TaxRequest = {
  lines: PricedLine[];
  deliveryPrice: MinorUnits;
  place: TaxPlace | null;
  settings: Pick<StoreSettings, "taxes" | "taxesIncluded" | "taxesOnShipping">;
};

/**
 * Works out the taxes of a basket, each rounded half up once, on all it is taken on together, and shared out over the
 * lines from there. Rounding each line would add up to other cents than the rate on the receipt.
 * Source: Canada, Excise Tax Act, section 165.2: tax on several supplies on one invoice may be worked out on their
 * total, and half a cent or more counts as one.
 *
 * @param request `tax` of its lines is set
 */
export function applyTaxes({ lines, deliveryPrice, place, settings }: TaxRequest): PricedCart["taxes"] {
  const rules = place === null ? [] : settings.taxes.filter((rule) => holdsIn(rule, place));
  const taxed = lines.filter(({ variant }) => variant.taxable);
  const shares = taxed.map(({ line, total }) => ({ id: line.id, weight: total }));
  if (settings.taxesOnShipping) shares.push({ id: DELIVERY, weight: deliveryPrice });
  const base = shares.reduce((sum, { weight }) => sum + weight, 0);
  if (base === 0) return [];

  const within = settings.taxesIncluded ? rules.reduce((sum, { rateMillionths }) => sum + rateMillionths, 0) : 0;
  return rules.map(({ title, rateMillionths }) => {
    const amount = fractionOf(base, rateMillionths, MILLION + within);
    const parts = shareOut(amount, shares);
    for (const [at, priced] of taxed.entries()) priced.tax += parts[at] ?? 0;
    return { title, rateMillionths, amount };
  });
}

/** Whether the taxes of a country go by its provinces. Where it has none that we know, none can be asked for. */
export function isTaxedByProvince(countryCode: string, taxes: readonly TaxRule[]): boolean {
  return (
    provincesOf(countryCode).length > 0 &&
    taxes.some(({ country, province }) => country === countryCode && province !== undefined)
  );
}

/** Whether a buyer still has to say where they are: nothing is sent, so no address says it. */
export function isPlaceMissing({
  requiresShipping,
  total,
  taxPlace,
}: Pick<PricedCart, "requiresShipping" | "total" | "taxPlace">): boolean {
  return !requiresShipping && total > 0 && taxPlace === null;
}

function holdsIn(rule: TaxRule, { countryCode, provinceCode }: TaxPlace): boolean {
  return rule.country === countryCode && (rule.province === undefined || rule.province === provinceCode);
}
