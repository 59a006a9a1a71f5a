import { describe, expect, it } from "vitest";
import { ONTARIO } from "../../store/builtin/a-store.case.ts";
import type { AddressInput } from "./address.ts";
import { missingParts, parseAddress } from "./address.ts";

/** The errors of an address in Ontario after some of its parts were replaced. */
function problemsOf(parts: AddressInput, allowsBlank = false): string[] {
  const { errors } = parseAddress({ ...ONTARIO, ...parts }, { allowsBlank });
  return errors.map(({ field, problem }) => `${field} ${problem}`);
}

describe("an address", () => {
  it("has codes for its country and province, and its postal code in the country's form", () => {
    const { address, errors } = parseAddress(ONTARIO, { allowsBlank: false });
    expect(errors).toEqual([]);
    expect(address).toMatchObject({
      countryCode: "CA",
      province: "Ontario",
      provinceCode: "ON",
      zip: "N0A 1N1",
      company: "",
    });
  });

  it.each([
    ["ON", "Ontario"],
    ["on", "Ontario"],
    ["PQ", "Quebec"],
    ["Québec", "Québec"],
  ])("has the province's full name when %s was typed", (typed, province) => {
    expect(parseAddress({ ...ONTARIO, province: typed }, { allowsBlank: false }).address).toMatchObject({ province });
  });

  it("may be in any country, with any text for the region", () => {
    const parts = { country: "France", province: "Bretagne", zip: "29200", city: "Brest" };
    expect(problemsOf(parts)).toEqual([]);
    expect(parseAddress({ ...ONTARIO, ...parts }, { allowsBlank: false }).address).toMatchObject({
      countryCode: "FR",
      province: "Bretagne",
      provinceCode: "",
      zip: "29200",
    });
  });

  it("has an error for each missing part", () => {
    expect(parseAddress({}, { allowsBlank: false }).errors.map(({ field, problem }) => `${field} ${problem}`)).toEqual([
      "lastName blank",
      "address1 blank",
      "city blank",
      "countryCode blank",
    ]);
    expect(problemsOf({ province: "", zip: " " })).toEqual(["province blank", "zip blank"]);
    expect(problemsOf({ country: "Australia", province: "", zip: "" })).toEqual(["province blank"]);
  });

  it("may be incomplete where that is allowed, but not wrong", () => {
    expect(problemsOf({ lastName: "", city: "", zip: "" }, true)).toEqual([]);
    expect(problemsOf({ country: "Atlantis", city: "" }, true)).toEqual(["countryCode unknown"]);
  });

  it("has errors for unknown countries, provinces and postal codes", () => {
    expect(problemsOf({ country: "Atlantis" })).toEqual(["countryCode unknown"]);
    expect(problemsOf({ province: "Bavaria" })).toEqual(["province unknown"]);
    expect(problemsOf({ zip: "90210" })).toEqual(["zip unknown"]);
    expect(problemsOf({ zip: "D0A 1N1" })).toEqual(["zip unknown"]);
    expect(problemsOf({ country: "US", province: "NY", zip: "N0A 1N1" })).toEqual(["zip unknown"]);
    expect(problemsOf({ country: "US", province: "NY", zip: "10001-1234" })).toEqual([]);
    expect(problemsOf({ zip: "N0A-1N1" })).toEqual([]);
  });

  it("in Canada has a postal code of its province, because taxes depend on the province", () => {
    const provincesOf = (province: string, zip: string) =>
      parseAddress({ ...ONTARIO, province, zip }, { allowsBlank: false }).errors.map(
        ({ field, problem, provinces }) => [field, problem, provinces],
      );
    expect(provincesOf("AB", "N0A 1N1")).toEqual([["zip", "elsewhere", ["Ontario"]]]);
    expect(provincesOf("ON", "x0e 1z0")).toEqual([["zip", "elsewhere", ["Northwest Territories", "Nunavut"]]]);
    const codes = "NL A1A, NS B1A, PE C1A, NB E1A, QC G1A, QC H1A, QC J1A, ON K1A, ON L1A, ON M1A, ON N1A, ON P1A";
    const western = "MB R1A, SK S4A, AB T1A, BC V1A, NT X1A, NU X0A, YT Y1A";
    // Offices of the federal government in Gatineau have codes of Ottawa.
    for (const code of `${codes}, ${western}, QC K1A`.split(", ")) {
      const [province = "", area] = code.split(" ");
      expect([code, provincesOf(province, `${area} 1A1`)]).toEqual([code, []]);
    }
  });

  it("has each part on one line and within the maximum length", () => {
    const { address } = parseAddress({ ...ONTARIO, lastName: "Lee\r\nBcc: x\u0000 \u2028y" }, { allowsBlank: false });
    expect(address.lastName).toBe("Lee Bcc: x y");
    expect(problemsOf({ address2: "x".repeat(255) })).toEqual([]);
    expect(problemsOf({ address2: "x".repeat(256) })).toEqual(["address2 too-long"]);
  });

  it("is complete when nothing is missing", () => {
    const { address } = parseAddress({ ...ONTARIO, province: "" }, { allowsBlank: true });
    expect(missingParts(address)).toEqual(["province"]);
    expect(missingParts({ ...address, provinceCode: "ON" })).toEqual([]);
  });
});
