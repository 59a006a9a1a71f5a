import type { Address } from "../../store/builtin/cart/basket.ts";
import type { AddressInput, CheckoutRefusal } from "../../store/builtin/checkout/checkouts.ts";
import { findCountry } from "./countries.ts";
import { findProvince, provincesOf } from "./provinces.ts";

/** Longest part of an address, in characters. */
const PART_MAX_LENGTH = 255;

/** Longest code or short form of a province, in characters: "ON", "NFLD". */
const CODE_MAX_LENGTH = 4;

/** What stands against an address. */
export type AddressRefusal = Extract<CheckoutRefusal, { reason: "bad-address" }>;

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

/** Parts that are taken as they were written. */
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

/** Parts that no parcel arrives without, whatever the country. */
const NEEDED_PARTS = ["lastName", "address1", "city", "countryCode"] as const satisfies (keyof Address)[];

/** Shapes of postal codes, without spaces. Sources: Canada Post and USPS, as in `provinces.ts`. */
const ZIP_SHAPES: Readonly<Record<string, RegExp>> = {
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/,
  US: /^\d{5}(-\d{4})?$/,
};

/**
 * Reads an address as a client or a form has it: white space put right, country and province recognised by name or
 * code, a postal code of Canada or the United States written as it is there.
 *
 * @returns the address, and all that is wrong with it; with any of that it is not to be stored
 */
export function readAddress(
  input: AddressInput,
  { allowsBlank }: { allowsBlank: boolean },
): { address: Address; refusals: AddressRefusal[] } {
  const typed = input.country?.trim() ?? "";
  const country = findCountry(typed);
  const address: Address = { ...EMPTY, countryCode: country?.code ?? "" };
  for (const part of FREE_PARTS) address[part] = tidy(input[part] ?? "");

  const refusals: AddressRefusal[] = FREE_PARTS.filter((part) => address[part].length > PART_MAX_LENGTH).map((part) =>
    refuse(part, "too-long"),
  );
  if (typed !== "" && !country) refusals.push(refuse("countryCode", "unknown"));
  const province = findProvince(address.countryCode, address.province);
  if (province) {
    address.provinceCode = province.code;
    // Storefront API, MailingAddress: `province` is the full name. A name stays as the buyer wrote it.
    if (address.province.length <= CODE_MAX_LENGTH) address.province = province.name;
  } else if (address.province !== "" && provincesOf(address.countryCode).length > 0) {
    refusals.push(refuse("province", "unknown"));
  }
  const zip = readZip(address);
  if (zip === undefined) refusals.push(refuse("zip", "unknown"));
  else address.zip = zip;

  if (!allowsBlank) {
    const named = new Set(refusals.map(({ field }) => field));
    const missing = missingParts(address).filter((part) => !named.has(part));
    refusals.push(...missing.map((part) => refuse(part, "blank")));
  }
  return { address, refusals };
}

/** Parts that an address still needs before a parcel can be sent there; none when it is complete. */
export function missingParts(address: Address): (keyof Address)[] {
  const needed: (keyof Address)[] = [...NEEDED_PARTS];
  if (provincesOf(address.countryCode).length > 0) needed.push("provinceCode");
  if (address.countryCode in ZIP_SHAPES) needed.push("zip");
  const missing = needed.filter((part) => address[part] === "");
  return missing.map((part) => (part === "provinceCode" ? "province" : part));
}

/** What stands against the name of somebody who comes for an order; nothing where it will do. */
export function readName(input: Pick<AddressInput, "firstName" | "lastName">): {
  name: Pick<Address, "firstName" | "lastName">;
  refusals: AddressRefusal[];
} {
  const { address, refusals } = readAddress(
    { firstName: input.firstName ?? "", lastName: input.lastName ?? "" },
    { allowsBlank: true },
  );
  const { firstName, lastName } = address;
  return {
    name: { firstName, lastName },
    refusals: lastName === "" ? [...refusals, refuse("lastName", "blank")] : refusals,
  };
}

/**
 * What stands against the place of somebody to whom nothing is sent; nothing where it will do.
 *
 * @param needsProvince whether the province has to be said in this country; what is typed elsewhere does not count
 */
export function readPlace(
  { country = "", province: typed = "" }: Pick<AddressInput, "country" | "province">,
  needsProvince: (countryCode: string) => boolean,
): { place: Pick<Address, "countryCode" | "province" | "provinceCode">; refusals: AddressRefusal[] } {
  const isProvinceNeeded = needsProvince(findCountry(country.trim())?.code ?? "");
  const { address, refusals } = readAddress(
    { country, province: isProvinceNeeded ? typed : "" },
    { allowsBlank: true },
  );
  const { countryCode, provinceCode } = address;
  if (country.trim() === "") refusals.push(refuse("countryCode", "blank"));
  if (isProvinceNeeded && address.province === "") refusals.push(refuse("province", "blank"));
  const province = findProvince(countryCode, address.province)?.name ?? "";
  return { place: { countryCode, provinceCode, province }, refusals };
}

/** An address of which only the country is known. */
export function addressInCountry(countryCode: string): Address {
  return { ...EMPTY, countryCode };
}

/** @returns the postal code as its country writes it, undefined when it has another shape there */
function readZip({ countryCode, zip }: Address): string | undefined {
  const shape = ZIP_SHAPES[countryCode];
  if (!shape || zip === "") return zip;
  const plain = zip.replace(/\s+/g, "").toUpperCase();
  const code = countryCode === "CA" ? plain.replace("-", "") : plain;
  if (!shape.test(code)) return undefined;
  return countryCode === "CA" ? `${code.slice(0, 3)} ${code.slice(3)}` : code;
}

/** White space and control characters become single spaces, so that a part stays on its line of a label or a letter. */
function tidy(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function refuse(field: keyof Address, problem: AddressRefusal["problem"]): AddressRefusal {
  return { reason: "bad-address", field, problem };
}
