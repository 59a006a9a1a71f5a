/**
 * Money on both sides. Amounts are counted in the currency's minor units (cents), as whole numbers, and written as the
 * Storefront API does only where they leave the process.
 */

/** Amount as the Storefront API sends it: a decimal string in currency units, "24.50". Add in cents, never as floats. */
export type Money = { amount: string; currencyCode: string };

/** Whole number of the smallest units of a currency: cents, yen. */
export type MinorUnits = number;

/** Currencies that have no cents, and those whose coins are thousandths; all others have two digits. */
const WITHOUT_CENTS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";
const IN_THOUSANDTHS = "BHD IQD JOD KWD LYD OMR TND";

/**
 * Digits after the point that a currency has: 2 for CAD, 0 for JPY, 3 for KWD. Source: ISO 4217, list one. `Intl` knows
 * how many people write, which is fewer for some (HUF, COP), and another number next year; stored amounts rest on this.
 */
export function minorDigits(currencyCode: string): number {
  if (WITHOUT_CENTS.includes(currencyCode)) return 0;
  return IN_THOUSANDTHS.includes(currencyCode) ? 3 : 2;
}

/**
 * Reads a decimal, "24.5", without going through a float.
 *
 * @returns undefined when it is no amount in this currency: not a number, or finer than its smallest unit
 */
export function parseAmount(text: string, currencyCode: string): MinorUnits | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = "", decimals = ""] = match;
  const digits = minorDigits(currencyCode);
  const kept = decimals.slice(0, digits).padEnd(digits, "0");
  if (/[1-9]/.test(decimals.slice(digits))) return undefined;
  const units = Number(`${whole}${kept}`);
  return Number.isSafeInteger(units) ? (sign && units !== 0 ? -units : units) : undefined;
}

/** Writes minor units as a decimal string with all of the currency's digits: 2450 becomes "24.50". */
export function formatAmount(units: MinorUnits, currencyCode: string): string {
  const digits = minorDigits(currencyCode);
  const text = String(Math.abs(units)).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  const sign = units < 0 ? "-" : "";
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-digits)}`;
}

/** The same as people read it, with commas between thousands: 102450 becomes "1,024.50". */
export function amountInGroups(units: MinorUnits, currencyCode: string): string {
  const [whole = "", ...decimals] = formatAmount(units, currencyCode).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...decimals].join(".");
}

/** Money as the wire has it. */
export function moneyOf(units: MinorUnits, currencyCode: string): Money {
  return { amount: formatAmount(units, currencyCode), currencyCode };
}
