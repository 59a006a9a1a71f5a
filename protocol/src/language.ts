/**
 * The language of a site is a tag as browsers name it, "en-GB", from the artist's `language`. Everything that people
 * read is formatted by it, on the gateway and in the browser alike; times keep the time zone that they are given in.
 */

/**
 * Variants of English whose prices and long dates are written here without `Intl`: the first formatter costs a phone
 * some 100 ms, just when the page is hydrated. Tests compare them with `Intl`.
 */
const PLAIN_ENGLISH: ReadonlySet<string> = new Set(["en", "en-AU", "en-CA", "en-GB", "en-IE", "en-NZ", "en-US"]);

/** Whether prices and long dates of a language need no `Intl`. */
export function isPlainEnglish(language: string): boolean {
  return PLAIN_ENGLISH.has(language);
}

/** What `Intl` is asked for. A browser that lacks the language would otherwise take its own user's. */
export function localesFor(language: string): string[] {
  return [language, "en"];
}

/**
 * Makes something once for each key: a formatter takes longer to make than to use a thousand times.
 *
 * @param make called with the same arguments that the key is made of
 */
export function oncePerKey<Arguments extends readonly unknown[], Result>(
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
