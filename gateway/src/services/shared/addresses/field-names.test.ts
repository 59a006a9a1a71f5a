import { expect, test } from "vitest";
import { addressNames } from "./field-names.ts";

test.each([
  ["GB", "en-GB", "County", "Postcode"],
  ["GB", "en-CA", "County", "Postcode"],
  ["IE", "en-IE", "County", "Eircode"],
  ["US", "en-US", "State", "ZIP code"],
  ["CA", "en-CA", "Province or state", "Postal code"],
  ["AU", "en-AU", "State or territory", "Postcode"],
  ["NZ", "en-NZ", "Region", "Postcode"],
  ["DE", "en-GB", "County or region", "Postcode"],
  ["DE", "en-US", "Province or state", "Postal code"],
  ["DE", "de", "Province or state", "Postal code"],
  ["", "en", "Province or state", "Postal code"],
  ["constructor", "en-GB", "County or region", "Postcode"],
])("an address in %j on a site in %s has a %s and a %s", (country, language, region, postalCode) => {
  expect(addressNames(country, language)).toMatchObject({ region, postalCode });
});
