/** Money for the gateway and the site. Code computes in minor units (cents); only the wire has decimal strings. */
import { groupThousands } from "./language.ts";

/**
 * Amount as the Storefront API sends it: a decimal string in currency units, "24.50". Add in cents, never as floats.
 */
export type Money = { amount: string; currencyCode: string };

/** Whole number of the smallest units of a currency: cents, yen. */
export type MinorUnits = number;

/** Currencies without decimals. Those in the next list have three decimals; all others have two. */
const WITHOUT_CENTS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";
const IN_THOUSANDTHS = "BHD IQD JOD KWD LYD OMR TND";

/**
 * Number of a currency's digits after the point: 2 for CAD, 0 for JPY, 3 for KWD. Source: ISO 4217, list one. `Intl`
 * has fewer digits for some (HUF, COP) and changes between versions, while stored amounts depend on these numbers.
 */
export function minorDigits(currencyCode: string): number {
  if (WITHOUT_CENTS.includes(currencyCode)) return 0;
  return IN_THOUSANDTHS.includes(currencyCode) ? 3 : 2;
}

/**
 * Parses a decimal, "24.5", without a float.
 *
 * @returns undefined for a text that is not a number, or that has more decimal places than the currency
 */
export function parseAmount(text: string, currencyCode: string): MinorUnits | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = "", decimals = ""] = match;
  const digits = minorDigits(currencyCode);
  const fraction = decimals.slice(0, digits).padEnd(digits, "0");
  if (/[1-9]/.test(decimals.slice(digits))) return undefined;
  const units = Number(`${whole}${fraction}`);
  return Number.isSafeInteger(units) ? (sign && units !== 0 ? -units : units) : undefined;
}

/** Formats minor units as a decimal string with all of the currency's digits: 2450 as "24.50". */
export function formatAmount(units: MinorUnits, currencyCode: string): string {
  const digits = minorDigits(currencyCode);
  const text = String(Math.abs(units)).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  const sign = units < 0 ? "-" : "";
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-digits)}`;
}

/** Formats minor units with commas between thousands: 102450 as "1,024.50". */
export function formatGrouped(units: MinorUnits, currencyCode: string): string {
  const [whole = "", ...decimals] = formatAmount(units, currencyCode).split(".");
  return [groupThousands(whole), ...decimals].join(".");
}

export function toMoney(units: MinorUnits, currencyCode: string): Money {
  return { amount: formatAmount(units, currencyCode), currencyCode };
}
