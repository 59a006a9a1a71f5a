import type { LegalContent } from "@porchlight/protocol/content.ts";
import { describe, expect, it } from "vitest";
import { someContent } from "../testing/gateway-process.ts";
import { readContent, screenOf } from "./content.ts";

/** A page of the repository's own content. */
function policy(name: "privacy" | "terms"): LegalContent {
  const content = readContent(someContent());
  // Of these names the screens are legal pages.
  return screenOf(name, content, "https://artist.example", () => undefined) as LegalContent;
}

/** The words of the section with this heading, without their markup. */
function section(name: "privacy" | "terms", heading: string): string | undefined {
  const found = policy(name).sections.find((one) => one.heading === heading);
  return found?.html.replaceAll(/<[^>]+>/g, "");
}

// docs/product.md §9.
describe("the policies that the demo comes with", () => {
  it.each(["privacy", "terms"] as const)("%s is as of January 1, 2025", (name) => {
    expect(policy(name).updated).toBe("January 1, 2025");
  });

  it("take returns within 30 days, in the original condition", () => {
    expect(section("terms", "5. Shipping and returns")).toMatch(/within 30 days .* in its original condition/);
  });

  it("are not for children under 13", () => {
    expect(section("privacy", "8. Children under 13")).toContain("not directed at children under 13");
    expect(section("terms", "1. Acceptance of these terms")).toContain("not directed at children under 13");
  });

  it("tell of material changes 30 days before", () => {
    expect(section("terms", "12. Changes to these terms")).toContain("30 days’ notice of a material change");
    expect(section("privacy", "9. Changes to this policy")).toContain("at least 30 days before it takes effect");
  });
});
