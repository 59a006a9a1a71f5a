import { demoContent } from "@porchlight/fixtures/demo.ts";
import type { LegalContent } from "@porchlight/protocol/content.ts";
import { expect, it, test } from "vitest";
import { readContent, toScreen } from "./content.ts";

// The texts of the demo, as docs/product.md §2 and §9 describe them.

const content = readContent(demoContent());
const screen = (name: Parameters<typeof toScreen>[0]) =>
  toScreen(name, content, "https://artist.example", () => undefined);

/** A legal page; `words` returns the text of a section, counted from 1. */
function legal(name: "privacy" | "terms" | "accessibility") {
  // Each of these names is a legal screen.
  const { updated, sections } = screen(name) as LegalContent;
  return {
    updated,
    headings: sections.map(({ heading }) => heading),
    words: (at: number) => sections[at - 1]?.html.replace(/<[^>]*>/g, "").replace(/\s+/g, " "),
  };
}

const numbered = (...headings: RegExp[]) =>
  headings.map((heading, at) => expect.stringMatching(new RegExp(`^${at + 1}\\. .*${heading.source}`, "i")));

test("the privacy policy has its ten sections, its date and its email address", () => {
  const { updated, headings, words } = legal("privacy");
  expect(updated).toBe("January 1, 2025");
  expect(headings).toEqual(
    numbered(
      /collect/,
      /use/,
      /share/,
      /protect/,
      /cookies/,
      /third-party/,
      /rights/,
      /children under 13/,
      /changes/,
      /contact/,
    ),
  );
  expect(words(10)).toContain("privacy@harbourline.example");
});

test("the terms have their thirteen sections, their date, their periods, their law and their email address", () => {
  const { updated, headings, words } = legal("terms");
  expect(updated).toBe("January 1, 2025");
  expect(headings).toEqual(
    numbered(
      /acceptance/,
      /use licence/,
      /accounts/,
      /purchases and payment/,
      /shipping and returns/,
      /intellectual property/,
      /user content/,
      /prohibited uses/,
      /disclaimer/,
      /limitation/,
      /governing law/,
      /changes/,
      /contact/,
    ),
  );
  expect(words(5)).toMatch(/within 30 days .* in its original condition/);
  expect(words(5)).toContain("The Refund Policy at the end of this page says how");
  expect(words(11)).toContain("the laws of the Province of Ontario and the federal laws of Canada");
  expect(words(12)).toContain("30 days’ notice of a material change");
  expect(words(13)).toContain("legal@harbourline.example");
});

test("the accessibility statement has its seven sections, its standard, its email address and its phone", () => {
  const { headings, words } = legal("accessibility");
  expect(headings).toEqual(
    numbered(/commitment/, /features/, /assistive technology/, /limitations/, /testing/, /tips/, /contact/),
  );
  expect(words(1)).toContain("(WCAG) 2.1 at level AA");
  expect(words(7)).toMatch(/accessibility@harbourline\.example.*\+1-519-555-0142/);
});

it("tells the story in three paragraphs: the debut of 2022, support slots, the hometown with the new single", () => {
  const story = screen("about");
  const [first, second, third, ...more] = ("bodyHtml" in story ? story.bodyHtml : "").match(/<p>.*?<\/p>/gs) ?? [];
  expect(first).toMatch(/debut.*2022/s);
  expect(second).toContain("support slots");
  expect(third).toMatch(/Ontario.*new single/s);
  expect(more).toEqual([]);
});
