import { expect, test } from "vitest";
import { codesFor } from "./codes.ts";

test("English can be chosen with the dates and the money of other countries, by name", () => {
  const languages = codesFor("language") ?? [];
  expect(languages).toContainEqual({ value: "en-NO", name: "English (Norway)" });
  // A variant that the browser does not know would be another one under a wrong name.
  for (const { value } of languages) expect(new Intl.NumberFormat(value).resolvedOptions().locale).toBe(value);
});
