import { expect, it, onTestFinished, vi } from "vitest";
import { readSchemaText } from "../../store/builtin/storefront-api/schema-text.ts";
import { allCountries, countryName, findCountry } from "./countries.ts";
import { findProvince, provincesOf } from "./provinces.ts";

it("a country is found by its code and its common names", () => {
  const codesOf = (...names: string[]) => names.map((name) => findCountry(name)?.code);
  expect(codesOf("CA", "ca", "Canada", " CANADA ")).toEqual(["CA", "CA", "CA", "CA"]);
  expect(codesOf("USA", "U.S.A.", "United States", "united states of america")).toEqual(["US", "US", "US", "US"]);
  expect(codesOf("UK", "Great Britain", "England")).toEqual(["GB", "GB", "GB"]);
  expect(codesOf("Cote d'Ivoire", "Trinidad and Tobago", "St. Lucia")).toEqual(["CI", "TT", "LC"]);
  expect(codesOf("", "Atlantis", "EU", "ZZ", "SU")).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

it("the countries are those that a Storefront client can name", () => {
  const known = /enum CountryCode \{([^}]*)\}/.exec(readSchemaText())?.[1]?.match(/\b[A-Z]{2}\b/g) ?? [];
  // AN is a former country, and ZZ stands for no country.
  const named = known.filter((code) => code !== "AN" && code !== "ZZ");
  expect(
    allCountries()
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(named.toSorted());
});

it("countries are sorted by name", () => {
  expect(allCountries()[0]?.name).toBe("Afghanistan");
  expect(allCountries().at(-1)?.name).toBe("Zimbabwe");
  expect(countryName("CA")).toBe("Canada");
});

it("a province is found by its code and its name, but only in its own country", () => {
  expect(findProvince("CA", "on")).toEqual({ code: "ON", name: "Ontario" });
  expect(findProvince("CA", "Québec")?.code).toBe("QC");
  expect(findProvince("CA", "Newfoundland & Labrador")?.code).toBe("NL");
  expect(findProvince("US", "Washington DC")?.code).toBe("DC");
  expect(findProvince("US", "Ontario")).toBeUndefined();
  expect(findProvince("FR", "Bretagne")).toBeUndefined();
});

it("Canada, the United States and Australia have all their provinces", () => {
  expect(provincesOf("CA")).toHaveLength(13);
  expect(provincesOf("US").filter(({ name }) => !name.startsWith("Armed"))).toHaveLength(50 + 1 + 8);
  expect(provincesOf("AU")).toHaveLength(8);
  expect(provincesOf("FR")).toEqual([]);
});

it("a very long name is unknown and is not normalised", () => {
  const normalised = vi.spyOn(String.prototype, "normalize");
  onTestFinished(() => normalised.mockRestore());
  expect(findCountry(`Canad${"a\u0301\u0316".repeat(20_000)}`)).toBeUndefined();
  expect(normalised).not.toHaveBeenCalled();
});
