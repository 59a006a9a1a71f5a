import type { ContentEdit, FileValue } from "@porchlight/protocol/content-editing.ts";
import { valueAt } from "@porchlight/protocol/content-values.ts";

/**
 * Currencies of one country. Their first two letters are its code. Source: ISO 4217, list one.
 */
const OF_ONE =
  "AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CLP CNY COP CRC CUP CVE CZK DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NPR OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST YER ZAR ZMW".split(
    " ",
  );
/** Countries of the currencies that several share. Source: ISO 4217, list one. */
const SHARED: Readonly<Record<string, string>> = {
  AUD: "AU CC CX HM KI NF NR TV",
  CHF: "CH LI",
  DKK: "DK FO GL",
  EUR: "AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT",
  GBP: "GB GG GS IM JE SH",
  ILS: "IL PS",
  MAD: "MA EH",
  NOK: "NO BV SJ",
  NZD: "NZ CK NU PN TK",
  USD: "US AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI ZW",
  XAF: "CF CG CM GA GQ TD",
  XCD: "AG AI DM GD KN LC MS VC",
  XCG: "CW SX",
  XOF: "BF BJ CI GW ML NE SN TG",
  XPF: "NC PF WF",
};

/** The towns of the zones in which most people of a country with several live. Source: CLDR, `primaryZones`. */
const MAIN_TOWNS: Readonly<Record<string, string>> = {
  AR: "Buenos_Aires",
  AU: "Sydney",
  BR: "Sao_Paulo",
  CA: "Toronto",
  CD: "Kinshasa",
  CL: "Santiago",
  CN: "Shanghai",
  CY: "Nicosia",
  DE: "Berlin",
  EC: "Guayaquil",
  ES: "Madrid",
  GL: "Nuuk",
  ID: "Jakarta",
  KZ: "Almaty",
  MN: "Ulaanbaatar",
  MX: "Mexico_City",
  MY: "Kuala_Lumpur",
  NZ: "Auckland",
  PF: "Tahiti",
  PG: "Port_Moresby",
  PT: "Lisbon",
  RU: "Moscow",
  UA: "Kiev",
  US: "New_York",
  UZ: "Tashkent",
};

/** The currency of a country; undefined if it is not known. */
function currencyOf(country: string): string | undefined {
  const shared = Object.entries(SHARED).find(([, countries]) => countries.split(" ").includes(country));
  return shared?.[0] ?? OF_ONE.find((code) => code.startsWith(country));
}

/** The time zones of a country, as far as the browser knows them. */
function zonesOf(country: string): readonly string[] {
  // TypeScript's library does not have these yet; browsers have one or the other.
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?(): string[] | undefined;
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** The time zone of a country: the owner's own if it is there, else that of most people. */
function zoneOf(country: string): string | undefined {
  const zones = zonesOf(country);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zones.includes(own) ? own : (zones.find((zone) => zone.endsWith(`/${MAIN_TOWNS[country]}`)) ?? zones[0]);
}

/**
 * Finds what follows from another country of the shop: its currency and its time zone, where those of the country before
 * still are, and no province.
 *
 * @param value the shop's rules before the edit
 * @param country the new country
 */
export function withCountry(value: FileValue, country: string): ContentEdit[] {
  const before = String(valueAt(value, ["country"]) ?? "");
  if (country === before || before === "") return [];
  const written = (name: string) => String(valueAt(value, [name]) ?? "");
  const [currency, timeZone] = [currencyOf(country), zoneOf(country)];
  const isOfBefore = written("timeZone") === "" || zonesOf(before).includes(written("timeZone"));
  return [
    ...(currency && written("currency") === currencyOf(before) ? [{ path: ["currency"], set: currency }] : []),
    ...(timeZone && isOfBefore ? [{ path: ["timeZone"], set: timeZone }] : []),
    ...(written("province") === "" ? [] : [{ path: ["province"], remove: true as const }]),
  ].filter((edit) => !("set" in edit && edit.set === written(String(edit.path[0]))));
}
