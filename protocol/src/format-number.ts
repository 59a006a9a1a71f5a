/** Formats numbers for people, on the gateway and in the browser. */
import { cachePerKey, groupThousands, isPlainEnglish, localesFor } from "./language.ts";

const findFormat = cachePerKey(
  (language: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(localesFor(language), options),
);

/** Formats 1204 as "1,204", in German as "1.204". */
export function formatNumber(value: number, language: string, options?: Intl.NumberFormatOptions): string {
  if (options === undefined && Number.isSafeInteger(value) && isPlainEnglish(language)) {
    return groupThousands(String(value));
  }
  return findFormat(language, options ?? {}).format(value);
}

/** Formats a rate in millionths, 130,000, as "13%", with all its digits. */
export function formatRate(millionths: number, language: string): string {
  return formatNumber(millionths / 1_000_000, language, { style: "percent", maximumFractionDigits: 4 });
}
