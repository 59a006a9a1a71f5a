/** Numbers as people read them. The one place for both sides. */
import { localesFor, oncePerKey } from "./language.ts";

const formatOf = oncePerKey(
  (language: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(localesFor(language), options),
);

/** 1204 as "1,204", and in German as "1.204". */
export function formatNumber(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
  return formatOf(language, options).format(value);
}

/** A rate in millionths, 130,000, as "13%", with all of its digits. */
export function formatRate(millionths: number, language: string): string {
  return formatNumber(millionths / 1_000_000, language, { style: "percent", maximumFractionDigits: 4 });
}
