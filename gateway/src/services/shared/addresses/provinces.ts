import { createPlaceFinder, type Place } from "./place-name.ts";

/**
 * Provinces of the countries whose addresses and taxes need a province, with their postal codes.
 * Sources: Canada Post, "Addressing Guidelines"; USPS Publication 28, Appendix B; Australia Post, "Address formats".
 */
const PROVINCES: Readonly<Record<string, readonly Place[]>> = {
  CA: places(`AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador,
    NT Northwest Territories, NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec,
    SK Saskatchewan, YT Yukon`),
  US: places(`AL Alabama, AK Alaska, AS American Samoa, AZ Arizona, AR Arkansas, CA California, CO Colorado,
    CT Connecticut, DE Delaware, DC District of Columbia, FL Florida, GA Georgia, GU Guam, HI Hawaii, ID Idaho,
    IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MH Marshall Islands, MD Maryland,
    MA Massachusetts, MI Michigan, FM Micronesia, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska,
    NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota,
    MP Northern Mariana Islands, OH Ohio, OK Oklahoma, OR Oregon, PW Palau, PA Pennsylvania, PR Puerto Rico,
    RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, VI U.S. Virgin Islands, UT Utah,
    VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming, AA Armed Forces Americas,
    AE Armed Forces Europe, AP Armed Forces Pacific`),
  AU: places(`ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland,
    SA South Australia, TAS Tasmania, VIC Victoria, WA Western Australia`),
};

/** Other names that people use. */
const FURTHER_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: { PEI: "PE", Newfoundland: "NL", Labrador: "NL", "Yukon Territory": "YT", PQ: "QC", NFLD: "NL" },
  US: {
    "Washington DC": "DC",
    "Washington D.C.": "DC",
    "Virgin Islands": "VI",
    "Federated States of Micronesia": "FM",
  },
  AU: {},
};

/**
 * First letters of the postal codes of each province of Canada. Source: Canada Post, "Addressing Guidelines", postal code.
 */
const POSTAL_LETTERS: Readonly<Record<string, string>> = {
  AB: "T",
  BC: "V",
  MB: "R",
  NB: "E",
  NL: "A",
  NS: "B",
  NT: "X",
  NU: "X",
  ON: "KLMNP",
  PE: "C",
  QC: "GHJ",
  SK: "S",
  YT: "Y",
};
/** Beginning of the postal codes of the federal government's offices, which are in Ottawa and across the river in Quebec. */
const GOVERNMENT = "K1A";

const finders = new Map(
  Object.entries(PROVINCES).map(([country, list]) => [country, createPlaceFinder(list, FURTHER_NAMES[country] ?? {})]),
);

/** Lists a country's provinces in the order of a form; empty if its addresses need none. */
export function provincesOf(countryCode: string): readonly Place[] {
  return PROVINCES[countryCode] ?? [];
}

/** Finds a province of one of these countries by its code, "ON", or by its name, "Québec". */
export function findProvince(countryCode: string, text: string): Place | undefined {
  return finders.get(countryCode)?.(text);
}

/**
 * Finds the provinces of Canada that a postal code belongs to, "Northwest Territories" and "Nunavut" for X0E 1Z0.
 *
 * @param zip well-formed
 */
export function provincesOfPostalCode(zip: string): Place[] {
  return provincesOf("CA").filter(
    ({ code }) => POSTAL_LETTERS[code]?.includes(zip.charAt(0)) || (code === "QC" && zip.startsWith(GOVERNMENT)),
  );
}

function places(list: string): Place[] {
  return list.split(/,\s+/).map((entry) => {
    const [code = "", ...words] = entry.split(" ");
    return { code, name: words.join(" ") };
  });
}
