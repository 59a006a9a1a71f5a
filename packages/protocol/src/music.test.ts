import { expect, it, test } from "vitest";
import { albumSlug, isAddressOf } from "./music.ts";

test.each([
  ["Été à Montréal", "ete-a-montreal"],
  ["Ångström & Łódź", "angstrom-łodz"],
  ["Ηρεμία", "ηρεμια"],
  ["夜のガーデン", "夜のガーデン"],
  ["夜のカーテン", "夜のカーテン"],
  ["ﾊﾟﾝ", "パン"],
  ["서울의 밤", "서울의-밤"],
  ["बारिश की रात", "बारिश-की-रात"],
  ["ค่ำคืน", "ค่ำคืน"],
  ["❤️ Love ❤️", "love"],
  ["1️⃣ 2️⃣", "1-2"],
] as const)("%s is at %s, however it was typed", (name, slug) => {
  for (const form of ["NFC", "NFD"])
    expect(albumSlug({ id: "1", name: name.normalize(form) })).toBe(slug.normalize("NFKC"));
});

test("two names of one script that differ in their vowels or voices have two addresses", () => {
  const slugs = ["ガーデン", "カーテン", "की", "का", "नी"].map((name) => albumSlug({ id: "1", name }));
  expect(new Set(slugs).size).toBe(slugs.length);
});

it("an album is found by its name as anybody types it, and by its id where it has nothing else", () => {
  expect(isAddressOf("ete", "été")).toBe(true);
  expect(isAddressOf("ete", "Été".normalize("NFD"))).toBe(true);
  expect(isAddressOf("서울의-밤", "서울의 밤".normalize("NFD"))).toBe(true);
  expect(isAddressOf("4aawyAB9vmqN3uQ7FjRGTy", "4aawyAB9vmqN3uQ7FjRGTy")).toBe(true);
  expect(isAddressOf("ete", "hiver")).toBe(false);
  expect(isAddressOf("ete", "!")).toBe(false);
});
