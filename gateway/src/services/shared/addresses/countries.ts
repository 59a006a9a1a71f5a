import { createPlaceFinder, type Place } from "./place-name.ts";

/**
 * Codes with a name in `Intl` that are not countries in a postal address: groups of countries, codes for tests, places
 * that count as states of the United States in an address, and islands without their own post. Source: shopify.dev,
 * Storefront API, CountryCode, which has none of these codes.
 */
const NO_COUNTRIES = new Set("AQ AS CP CQ DG EA EU EZ FM GU IC MH MP PR PW QO UN VI XA XB ZZ".split(" "));

/** Other names that people and shops use besides the one in `Intl`. */
const FURTHER_NAMES: Readonly<Record<string, string>> = {
  USA: "US",
  "U.S.A.": "US",
  "U.S.": "US",
  "United States of America": "US",
  UK: "GB",
  "U.K.": "GB",
  "Great Britain": "GB",
  "United Kingdom of Great Britain and Northern Ireland": "GB",
  England: "GB",
  Scotland: "GB",
  Wales: "GB",
  "Northern Ireland": "GB",
  Eire: "IE",
  "Republic of Ireland": "IE",
  Deutschland: "DE",
  España: "ES",
  Österreich: "AT",
  Schweiz: "CH",
  Suisse: "CH",
  Belgique: "BE",
  België: "BE",
  Holland: "NL",
  Nederland: "NL",
  "The Netherlands": "NL",
  "Czech Republic": "CZ",
  "North Macedonia, Republic of": "MK",
  Macedonia: "MK",
  Turkey: "TR",
  "Russian Federation": "RU",
  "Korea, Republic of": "KR",
  "Republic of Korea": "KR",
  Korea: "KR",
  "Viet Nam": "VN",
  "Hong Kong": "HK",
  "Hong Kong SAR": "HK",
  Macao: "MO",
  Macau: "MO",
  "Macao SAR": "MO",
  Myanmar: "MM",
  Burma: "MM",
  "Ivory Coast": "CI",
  "Cabo Verde": "CV",
  Swaziland: "SZ",
  "Vatican City State": "VA",
  "Palestine, State of": "PS",
  Palestine: "PS",
  "The Bahamas": "BS",
  "The Gambia": "GM",
};

let names: Intl.DisplayNames | undefined;

/** Countries by their English names. Source: ISO 3166-1, as `Intl` knows it. */
export function allCountries(): readonly Place[] {
  cached ??= listCountries();
  return cached;
}

/** Filled at the first use: checking every pair of letters takes longer than the rest of the store's start. */
let cached: Place[] | undefined;
let finder: ((text: string) => Place | undefined) | undefined;

/** Finds a country by its code, "CA", or by a name, "Canada", "USA". */
export function findCountry(text: string): Place | undefined {
  finder ??= createPlaceFinder(allCountries(), FURTHER_NAMES);
  return finder(text);
}

/** English name of a country. @returns the code itself when no country has it */
export function countryName(code: string): string {
  return findCountry(code)?.name ?? code;
}

/** Whether a code belongs to a country which orders can go to: "GB" does, "UK" does not. */
export function isCountry(code: string): boolean {
  // A start checks the shop's own country. Names of countries take 4 MB of memory, and time zones almost none.
  if (!NO_COUNTRIES.has(code) && isInUse(code) && hasTimeZone(code)) return true;
  return nameOf(code) !== undefined;
}

function hasTimeZone(code: string): boolean {
  // The cast holds: the method is in the standard, but not yet in TypeScript's types.
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones(): string[] | undefined };
  return (locale.getTimeZones() ?? []).length > 0;
}

function listCountries(): Place[] {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .map((code) => ({ code, name: nameOf(code) }))
    .filter((place): place is Place => place.name !== undefined)
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

function nameOf(code: string): string | undefined {
  if (NO_COUNTRIES.has(code) || !isInUse(code)) return undefined;
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return names.of(code);
}

/** Whether a code is still in use. `Intl` replaces a withdrawn code by its successor: "BU" becomes "MM". */
function isInUse(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code;
}
