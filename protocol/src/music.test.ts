import { expect, it, test } from "vitest";
import { albumSlug, newestOfEachName, slugAskedFor } from "./music.ts";

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

it("an album is found by its name as anybody types it", () => {
  for (const part of ["ete", "été", "Été".normalize("NFD")]) expect(slugAskedFor(part)).toBe("ete");
  expect(slugAskedFor("서울의 밤".normalize("NFD"))).toBe("서울의-밤");
  expect(slugAskedFor("!")).toBe("!");
});

it("of two albums that would have one address the newer is shown", () => {
  const albums = [
    { id: "1", name: "LAKE EFFECT", release_date: "2021-01-01" },
    { id: "2", name: "Lake Effect!", release_date: "2026-01-01" },
    { id: "3", name: "!!!", release_date: "2020-01-01" },
    { id: "4", name: "???", release_date: "2019-01-01" },
  ];
  expect(newestOfEachName(albums).map(({ id }) => id)).toEqual(["2", "3", "4"]);
});
