import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mailboxOf, normaliseAddress } from "./mail-address.ts";

describe("an address has one form", () => {
  it.each([
    ["ann@example.com", "ann@example.com"],
    ["Ann@EXAMPLE.com", "ann@example.com"],
    ["ann@example.com.", "ann@example.com"],
    ["target@ｇmail.com", "target@gmail.com"],
    ["target@𝐠mail.com", "target@gmail.com"],
    ["ｔarget@gmail．com", "target@gmail.com"],
    ["target@gmail。com", "target@gmail.com"],
    ["target@gma\u00adil.com", "target@gmail.com"],
    ["target@ⓖⓜⓐⓘⓛ.com", "target@gmail.com"],
    ["ann@münchen.example", "ann@xn--mnchen-3ya.example"],
    ["ann@xn--mnchen-3ya.example", "ann@xn--mnchen-3ya.example"],
    ["漢@example.com", "漢@example.com"],
    ["root@localhost", "root@localhost"],
    ["a@b@example.com", "a@b@example.com"],
  ])("%s", (typed, stored) => {
    expect(normaliseAddress(typed)).toBe(stored);
  });

  it.each([
    "",
    "ann",
    "@example.com",
    "ann@",
    "ann@.",
    "ann@a/b.com",
    "ann@a℀.com",
    "ann@a?b.com",
    "ann@a#b.com",
    "ann@a:25",
    "ann@ex%61mple.com",
    "ann@exa mple.com",
    "ann@example.com ",
    "ann@a..b.com",
    "ann@1.2.3.4",
    "ann@0x7f.1",
    "ann@[127.0.0.1]",
    `ann@${"a".repeat(250)}.com`,
  ])("or is refused: %s", (typed) => {
    expect(normaliseAddress(typed)).toBeUndefined();
  });

  it("which is its own form", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.domain(), (name, domain) => {
        const once = normaliseAddress(`${name}@${domain}`);
        if (once !== undefined) expect(normaliseAddress(once)).toBe(once);
      }),
      tries(500),
    );
  });
});

it.each([
  ["ann+news@example.com", "ann@example.com"],
  ["ann+a+b@example.com", "ann@example.com"],
  ["+ann@example.com", "+ann@example.com"],
  ["a.n.n@example.com", "a.n.n@example.com"],
  ["A.n.n+x@Googlemail.com", "ann@gmail.com"],
  ["a.nn@ｇmail.com", "ann@gmail.com"],
  ["a.nn@pm.me", "ann@proton.me"],
])("%s is counted as the mailbox %s", (typed, mailbox) => {
  expect(mailboxOf(typed)).toBe(mailbox);
});
