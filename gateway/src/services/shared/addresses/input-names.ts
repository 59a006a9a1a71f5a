import type { Address } from "../../store/builtin/cart/basket.ts";
import type { AddressInput } from "../../store/builtin/checkout/checkouts.ts";

/** Parts of an address as an input or a form calls them: it takes names where an address holds codes too. */
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
