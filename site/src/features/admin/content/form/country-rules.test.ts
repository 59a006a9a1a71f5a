import { describe, expect, test } from "vitest";
import { codesFor } from "./codes.ts";
import { withCountry } from "./country-rules.ts";

const FRAME = { currency: "CAD", country: "CA", province: "ON", timeZone: "America/Toronto" };

describe("another country of the shop", () => {
  test("brings its currency and its time zone, and empties the province", () => {
    expect(withCountry(FRAME, "NO")).toEqual([
      { path: ["currency"], set: "NOK" },
      { path: ["timeZone"], set: "Europe/Oslo" },
      { path: ["province"], remove: true },
    ]);
    expect(withCountry({ currency: "NOK", country: "NO", timeZone: "Europe/Oslo" }, "DE")).toEqual([
      { path: ["currency"], set: "EUR" },
      { path: ["timeZone"], set: "Europe/Berlin" },
    ]);
  });

  test("leaves a currency and a time zone that the owner chose", () => {
    expect(withCountry({ currency: "EUR", country: "CA", timeZone: "Europe/Paris" }, "NO")).toEqual([]);
    expect(withCountry(FRAME, "CA")).toEqual([]);
  });

  test("changes nothing that fits already", () => {
    expect(withCountry({ currency: "EUR", country: "FR", timeZone: "Europe/Berlin" }, "DE")).toEqual([]);
  });

  test("every country has a currency and a time zone that the form offers", () => {
    const [currencies, zones] = (["currency", "timeZone"] as const).map((list) =>
      codesFor(list)?.map(({ value }) => value),
    );
    // Territories without people, and codes that no state has.
    const without = ["BV", "HM", "XK", "AC", "AQ", "CP", "CQ", "DG", "EA", "IC", "TA"];
    const other = { currency: "XXX", country: "ZZ", timeZone: "" };
    for (const { value } of codesFor("country") ?? []) {
      if (without.includes(value)) continue;
      const before =
        value === "CA" ? { ...other, currency: "USD", country: "US" } : { ...other, currency: "CAD", country: "CA" };
      const edits = new Map(withCountry(before, value).map((edit) => [edit.path[0], "set" in edit ? edit.set : ""]));
      expect(currencies, value).toContain(edits.get("currency"));
      expect(zones, value).toContain(edits.get("timeZone"));
    }
  });
});
