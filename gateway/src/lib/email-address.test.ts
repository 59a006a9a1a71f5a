import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mailboxKey, normaliseEmail } from "./email-address.ts";

describe("an email address", () => {
  it.each([
    ["  Ann@Example.COM ", "ann@example.com"],
    ["target@ｇmail.com", "target@gmail.com"],
    ["target@𝐠mail.com", "target@gmail.com"],
    ["target@gmail。com", "target@gmail.com"],
    ["ｔarget＠gmail.com", "target@gmail.com"],
    ["ann@example.com.", "ann@example.com"],
    ["ann@Müller.de", "ann@xn--mller-kva.de"],
    ["josé@example.com", "josé@example.com"],
    ["owner@localhost", "owner@localhost"],
  ])("typed as %j is stored, counted and used as %j", (typed, stored) => {
    expect(normaliseEmail(typed)).toBe(stored);
  });

  it.each([
    "",
    "ann",
    "ann@",
    "@example.com",
    "ann@ben@example.com",
    "ann@ben＠example.com",
    "ann lee@example.com",
    "ann@exa mple.com",
    "ann@example.com/x",
    "ann@example.com：25",
    "ann@exa%6dple.com",
    "ann@[127.0.0.1]",
    "ann@a℀b.com",
    "ann@example..com",
    "ann@.example.com",
    "ann@example.com..",
    "ann@…com",
    "target@g\u00admail.com",
    "ann@exa|mple.com",
    "an\u200bn@example.com",
    "ann\u202e@example.com",
    "ann\u0000@example.com",
    `${"a".repeat(250)}@example.com`,
    `a@${"b.".repeat(2_000)}com`,
  ])("typed as %j is rejected", (typed) => {
    expect(normaliseEmail(typed)).toBeUndefined();
  });

  it("does not change if it is normalised again", () => {
    const sign = fc.oneof(
      fc.string({ unit: "binary", maxLength: 3 }),
      fc.constantFrom("@", ".", "a", "gmail.com", "İ"),
    );
    const typed = fc.oneof(
      fc.array(sign, { maxLength: 12 }).map((signs) => signs.join("")),
      fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })).map(([a, b]) => `${a}@${b}.com`),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const stored = normaliseEmail(text);
        if (stored === undefined) return;
        expect(normaliseEmail(stored)).toBe(stored);
      }),
      tries(2_000),
    );
  });
});

describe("the key of a mailbox", () => {
  it.each([
    ["ann+news@example.com", "ann@example.com"],
    ["ann+news+more@example.com", "ann@example.com"],
    ["a.nn+x@gmail.com", "ann@gmail.com"],
    ["a.n.n@googlemail.com", "ann@gmail.com"],
    ["a.nn@example.com", "a.nn@example.com"],
    ["+ann@example.com", "+ann@example.com"],
    ["ann(1)@example.com", "ann@example.com"],
    ['"ann"@example.com', "ann@example.com"],
    ['"\\a\\n\\n"@example.com', "ann@example.com"],
    ["(ann)@example.com", "(ann)@example.com"],
  ])("of %s is %s", (email, key) => {
    expect(mailboxKey(email)).toBe(key);
  });
});
