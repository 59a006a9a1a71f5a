/** Names of the parts of an address that differ between countries. */
export type AddressNames = {
  /** The part between town and country, as a label. */
  region: string;
  /** The name of this part within a sentence, covering all kinds of regions. */
  regions: string;
  postalCode: string;
};

/** British English and similar variants. */
const BRITISH: AddressNames = { region: "County or region", regions: "county or region", postalCode: "Postcode" };
/**
 * North American English, and all other languages. A shop in Canada shows these names to buyers in the United States
 * too, until they have sent their country: without script, the page cannot react to their choice.
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
 * Names for an address in a country. If the country has no names of its own, the variant of English decides.
 *
 * @param countryCode as a form sent it, so it may be any text
 */
export function addressNames(countryCode: string, language: string): AddressNames {
  return NAMES.get(countryCode) ?? (isBritish(language) ? BRITISH : AMERICAN);
}

/** Names for a table with addresses in all countries. */
export function columnNames(language: string): { region: string; postalCode: string } {
  return isBritish(language) ? { region: "County", postalCode: "Postcode" } : { region: "Province", postalCode: "Zip" };
}

/** Writes "Postal code" in lower case within a sentence; "ZIP code" and "Eircode" do not change. */
export function withinSentence(name: string): string {
  return /^(Postal code|Postcode)$/.test(name) ? name.toLowerCase() : name;
}

function isBritish(language: string): boolean {
  const { language: code, region } = new Intl.Locale(language);
  return code === "en" && region !== undefined && !["US", "CA", "PH"].includes(region);
}
