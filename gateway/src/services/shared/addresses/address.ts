import { findCountry } from "./countries.ts";
import { findProvince, provincesOf, provincesOfPostalCode } from "./provinces.ts";

/** The address of an order. Countries and provinces are codes when they are known. */
export type Address = {
  firstName: string;
  lastName: string;
  company: string;
  address1: string;
  address2: string;
  city: string;
  /** The name as the buyer wrote it, "Ontario"; the official name when the buyer typed a code. */
  province: string;
  /** "ON", or empty for a country without a list of provinces here. */
  provinceCode: string;
  /** ISO 3166-1, "CA". */
  countryCode: string;
  zip: string;
  phone: string;
};

/** An address as a client or a form sends it: countries and provinces by name or by code. */
export type AddressInput = Partial<Omit<Address, "provinceCode" | "countryCode">> & { country?: string };

/** The place of taxation. `provinceCode` is empty for a country without a list of provinces here. */
export type TaxPlace = Pick<Address, "countryCode" | "provinceCode">;

/** Why an address cannot be stored. */
export type AddressError = {
  reason: "bad-address";
  field: keyof Address;
  problem: AddressProblem;
  /** Names of the provinces that a postal code belongs to, if it is in another province. */
  provinces?: readonly string[];
};

/** `elsewhere`: a postal code of another province of Canada, whose taxes may differ. */
export type AddressProblem = "blank" | "too-long" | "unknown" | "elsewhere" | "not-sent-there";

/** The field of an input or a form for each part of an address. Where an address has codes, an input has names. */
export const INPUT_NAMES = {
  firstName: "firstName",
  lastName: "lastName",
  company: "company",
  address1: "address1",
  address2: "address2",
  city: "city",
  province: "province",
  provinceCode: "province",
  countryCode: "country",
  zip: "zip",
  phone: "phone",
} as const satisfies Readonly<Record<keyof Address, keyof AddressInput>>;

/** Maximum length of a part of an address, in characters. */
const PART_MAX_LENGTH = 255;

/** Maximum length of a province's code or short form, in characters: "ON", "NFLD". */
const CODE_MAX_LENGTH = 4;

const EMPTY: Address = {
  firstName: "",
  lastName: "",
  company: "",
  address1: "",
  address2: "",
  city: "",
  province: "",
  provinceCode: "",
  countryCode: "",
  zip: "",
  phone: "",
};

/** Parts that are stored as the buyer wrote them. */
const FREE_PARTS = [
  "firstName",
  "lastName",
  "company",
  "address1",
  "address2",
  "city",
  "province",
  "zip",
  "phone",
] as const satisfies (keyof Address)[];

/** Parts that every country requires. */
const REQUIRED_PARTS = ["lastName", "address1", "city", "countryCode"] as const satisfies (keyof Address)[];

/** Shapes of postal codes, without spaces. Sources: Canada Post and USPS, as in `provinces.ts`. */
const ZIP_SHAPES: Readonly<Record<string, RegExp>> = {
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/,
  US: /^\d{5}(-\d{4})?$/,
};

/**
 * Parses an address as a client or a form sends it. Tidies white space, finds the country and the province by name or
 * code, and writes a postal code of Canada or the United States in its usual form.
 *
 * @returns the address and its errors; an address with errors must not be stored
 */
export function parseAddress(
  input: AddressInput,
  { allowsBlank }: { allowsBlank: boolean },
): { address: Address; errors: AddressError[] } {
  const typed = input.country?.trim() ?? "";
  const country = findCountry(typed);
  const address: Address = { ...EMPTY, countryCode: country?.code ?? "" };
  for (const part of FREE_PARTS) address[part] = tidy(input[part] ?? "");

  const errors: AddressError[] = FREE_PARTS.filter((part) => address[part].length > PART_MAX_LENGTH).map((part) =>
    toError(part, "too-long"),
  );
  if (typed !== "" && !country) errors.push(toError("countryCode", "unknown"));
  const province = findProvince(address.countryCode, address.province);
  if (province) {
    address.provinceCode = province.code;
    // Storefront API, MailingAddress: `province` is the full name. A name stays as the buyer wrote it.
    if (address.province.length <= CODE_MAX_LENGTH) address.province = province.name;
  } else if (address.province !== "" && provincesOf(address.countryCode).length > 0) {
    errors.push(toError("province", "unknown"));
  }
  const zip = normaliseZip(address);
  if (zip === undefined) errors.push(toError("zip", "unknown"));
  else address.zip = zip;
  if (zip && address.countryCode === "CA" && province) {
    const actual = provincesOfPostalCode(zip);
    if (!actual.includes(province)) {
      errors.push({ ...toError("zip", "elsewhere"), provinces: actual.map(({ name }) => name) });
    }
  }

  if (!allowsBlank) {
    const named = new Set(errors.map(({ field }) => field));
    const missing = missingParts(address).filter((part) => !named.has(part));
    errors.push(...missing.map((part) => toError(part, "blank")));
  }
  return { address, errors };
}

/** The parts that an address still needs before a parcel can be sent there. */
export function missingParts(address: Address): (keyof Address)[] {
  const needed: (keyof Address)[] = [...REQUIRED_PARTS];
  if (provincesOf(address.countryCode).length > 0) needed.push("provinceCode");
  if (address.countryCode in ZIP_SHAPES) needed.push("zip");
  const missing = needed.filter((part) => address[part] === "");
  return missing.map((part) => (part === "provinceCode" ? "province" : part));
}

/** Parses the name of a buyer who picks up the order. */
export function parseName(input: Pick<AddressInput, "firstName" | "lastName">): {
  name: Pick<Address, "firstName" | "lastName">;
  errors: AddressError[];
} {
  const { address, errors } = parseAddress(
    { firstName: input.firstName ?? "", lastName: input.lastName ?? "" },
    { allowsBlank: true },
  );
  const { firstName, lastName } = address;
  return {
    name: { firstName, lastName },
    errors: lastName === "" ? [...errors, toError("lastName", "blank")] : errors,
  };
}

/**
 * Parses the place of a buyer whose order needs no shipping.
 *
 * @param needsProvince whether a country's taxes need the province; if not, the typed province is ignored
 */
export function parsePlace(
  { country = "", province: typed = "" }: Pick<AddressInput, "country" | "province">,
  needsProvince: (countryCode: string) => boolean,
): { place: Pick<Address, "countryCode" | "province" | "provinceCode">; errors: AddressError[] } {
  const needsProvinceHere = needsProvince(findCountry(country.trim())?.code ?? "");
  const { address, errors } = parseAddress(
    { country, province: needsProvinceHere ? typed : "" },
    { allowsBlank: true },
  );
  const { countryCode, provinceCode } = address;
  if (country.trim() === "") errors.push(toError("countryCode", "blank"));
  if (needsProvinceHere && address.province === "") errors.push(toError("province", "blank"));
  const province = findProvince(countryCode, address.province)?.name ?? "";
  return { place: { countryCode, provinceCode, province }, errors };
}

/** An address with only a country. */
export function addressInCountry(countryCode: string): Address {
  return { ...EMPTY, countryCode };
}

/** @returns the postal code in its country's form; undefined when it is malformed */
function normaliseZip({ countryCode, zip }: Address): string | undefined {
  const shape = ZIP_SHAPES[countryCode];
  if (!shape || zip === "") return zip;
  const plain = zip.replace(/\s+/g, "").toUpperCase();
  const code = countryCode === "CA" ? plain.replace("-", "") : plain;
  if (!shape.test(code)) return undefined;
  return countryCode === "CA" ? `${code.slice(0, 3)} ${code.slice(3)}` : code;
}

/** Turns white space and control characters into single spaces, so that each part stays on one line of a label. */
function tidy(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function toError(field: keyof Address, problem: AddressError["problem"]): AddressError {
  return { reason: "bad-address", field, problem };
}
