/**
 * The site has one language tag, "en-GB", from the artist's `language`. The gateway and the browser format dates,
 * numbers and prices for it.
 */

/**
 * Variants of English whose prices, whole numbers and long dates are formatted without `Intl`. On a phone, making the
 * first formatter takes about 100 ms of the hydration. Tests compare the results with `Intl`.
 */
const PLAIN_ENGLISH: ReadonlySet<string> = new Set(["en", "en-AU", "en-CA", "en-GB", "en-IE", "en-NZ", "en-US"]);

export function isPlainEnglish(language: string): boolean {
  return PLAIN_ENGLISH.has(language);
}

/** Adds the commas of plain English to a whole number: "1204" as "1,204". */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Locales for `Intl`. Without the fallback a browser would use its user's language for an unknown one. */
export function localesFor(language: string): string[] {
  return [language, "en"];
}

/**
 * Caches the results of a function by its arguments: making one formatter takes longer than using it a thousand times.
 */
export function cachePerKey<Arguments extends readonly unknown[], Result>(
  make: (...key: Arguments) => Result,
): (...key: Arguments) => Result {
  const made = new Map<string, Result>();
  return (...key) => {
    const name = JSON.stringify(key);
    const known = made.get(name);
    if (known !== undefined) return known;
    const result = make(...key);
    made.set(name, result);
    return result;
  };
}
