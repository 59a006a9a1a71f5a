/** What the parts of an address are called that countries call differently. */
export type AddressNames = {
  /** The part between town and country, as a label. */
  region: string;
  /** The same within a sentence, with all that it may be. */
  regions: string;
  postalCode: string;
};

/** English of Britain and of most countries that took it over. */
const BRITISH: AddressNames = { region: "County or region", regions: "county or region", postalCode: "Postcode" };
/**
 * English of North America, and all other languages. A shop in Canada shows these to buyers in the United States too,
 * until they have chosen their country: without script the page cannot follow the choice.
 */
const AMERICAN: AddressNames = {
  region: "Province or state",
  regions: "province, state or territory",
  postalCode: "Postal code",
};

const IN_BRITAIN: AddressNames = { region: "County", regions: "county", postalCode: "Postcode" };

/** By country. Source: github.com/google/libaddressinput, `messages.grdp` and its British translation. */
const NAMES: ReadonlyMap<string, AddressNames> = new Map(
  Object.entries({
    AU: { region: "State or territory", regions: "state or territory", postalCode: "Postcode" },
    CA: AMERICAN,
    GB: IN_BRITAIN,
    GG: IN_BRITAIN,
    IE: { region: "County", regions: "county", postalCode: "Eircode" },
    IM: IN_BRITAIN,
    IN: { region: "State", regions: "state or territory", postalCode: "PIN code" },
    JE: IN_BRITAIN,
    NZ: { region: "Region", regions: "region", postalCode: "Postcode" },
    US: { region: "State", regions: "state or territory", postalCode: "ZIP code" },
  }),
);

/**
 * Names for an address in a country; the variant of English decides where the country has none of its own.
 *
 * @param countryCode as a form sent it, so it may be anything
 */
export function addressNames(countryCode: string, language: string): AddressNames {
  return NAMES.get(countryCode) ?? (isBritish(language) ? BRITISH : AMERICAN);
}

/** Names for addresses of all countries alike, as a table heads its columns. */
export function columnNames(language: string): { region: string; postalCode: string } {
  return isBritish(language) ? { region: "County", postalCode: "Postcode" } : { region: "Province", postalCode: "Zip" };
}

/** "Postal code" within a sentence; "ZIP code" and "Eircode" stay. */
export function withinSentence(name: string): string {
  return /^(Postal code|Postcode)$/.test(name) ? name.toLowerCase() : name;
}

function isBritish(language: string): boolean {
  const { language: code, region } = new Intl.Locale(language);
  return code === "en" && region !== undefined && !["US", "CA", "PH"].includes(region);
}
