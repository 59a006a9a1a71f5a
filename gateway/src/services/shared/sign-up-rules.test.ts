import { describe, expect, it } from "vitest";
import { isSignUpName, readListEmail } from "./sign-up-rules.ts";

describe("a name in a sign-up", () => {
  it.each(["Ann", "Ann Lee", "J. R. R. Tolkien", "J.R. Smith", "St. John", "O’Brien-Müller", "李小龙", "Ann 🎸", ""])(
    "may be %j",
    (name) => {
      expect(isSignUpName(name)).toBe(true);
    },
  );

  it.each([
    "Visit https://evil.example now",
    "evil.example",
    "Visit Evil.Example",
    "www.evil",
    "t.co/x",
    "x.com",
    "evil.support",
    "ev\u200bil.\u200bexample",
    "1.2.3.4/login",
    "ｅvil．example",
    "evil。example",
    "mailto:a@evil.example",
    "Ann @evil",
    "Ann ＠evil",
    "Ann\nLee",
    "Ann\u0007",
    "Ann\u202eLee",
    "a".repeat(201),
  ])("may not be %j", (name) => {
    expect(isSignUpName(name)).toBe(false);
  });
});

describe("an email for the list", () => {
  it("is stored in one form", () => {
    expect(readListEmail("Target@ｇmail.com")).toBe("target@gmail.com");
  });

  it.each([
    "ann",
    "ann@localhost",
    " ann@example.com",
    "ann@example.com/x",
    "an\nn@example.com",
    "ann@example.com(1)",
    "ann@example.com,",
    '"ann"@example.com',
    `"${"x".repeat(200)}"@example.com`,
    "ann,ben@example.com",
    "ann(1)@example.com",
    "<ann@example.com",
    "ann@exa<mple.com",
  ])("may not be %j", (typed) => {
    expect(readListEmail(typed)).toBeUndefined();
  });
});
