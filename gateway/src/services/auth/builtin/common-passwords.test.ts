import { describe, expect, it } from "vitest";
import { isObvious } from "./common-passwords.ts";

const KNOWN = {
  email: "ann.lake@letters.example",
  artistName: "Zoë & the Harbour Line",
  publicUrl: "https://www.harbour-line.example",
};

describe("an obvious password", () => {
  it.each([
    "Zoë & the Harbour Line",
    "zoe harbourline",
    "HarbourLine2026!",
    "harbour line 2026 harbour line",
    "H@rb0ur-Line-H@rb0ur",
    "www.harbour-line.example",
    "harbour-line.example!",
    "ann.lake ann.lake",
    "admin harbour line",
    "welcome, password",
  ])("is %s: all of it is known about the site", (password) => {
    expect(isObvious(password, KNOWN)).toBe(true);
  });

  it.each([
    "harbour lights at the pier",
    "the line of ann and zoe",
    "zoe keeps a porch light",
    "lake effect, harbour line",
  ])("is not %s: parts of it are not known", (password) => {
    expect(isObvious(password, KNOWN)).toBe(false);
  });

  it("is found with a name in another script, and with a domain in Unicode", () => {
    const known = { email: "owner@localhost", artistName: "Кино", publicUrl: "https://xn--bjrk-6qa.example" };
    expect(isObvious("Кино1982кино", known)).toBe(true);
    expect(isObvious("bjork björk 1", known)).toBe(true);
  });

  it("is found even without a domain and an artist's name", () => {
    const known = { email: "owner@localhost", artistName: "", publicUrl: "http://127.0.0.1:4000" };
    expect(isObvious("a light on a porch", known)).toBe(false);
    expect(isObvious("owner-owner-owner", known)).toBe(true);
  });

  it("is searched for in linear time, even if the name repeats many times", () => {
    const known = { ...KNOWN, artistName: "abc abcabc abcabcabc de" };
    expect(isObvious(`${"abc".repeat(80)}dx`, known)).toBe(false);
  });
});
