import { kilometresBetween } from "@porchlight/protocol/distance.ts";
import { expect, test } from "vitest";
import { createTownSearch } from "./towns.ts";

const search = createTownSearch();
const namesOf = (typed: string) => search(typed).map(({ name }) => name);

test("a typed name finds the towns that it may mean, the largest first, in any spelling", () => {
  expect(namesOf("kingston")[0]).toBe("Kingston, Jamaica");
  for (const typed of ["Kingston, Ontario", "kingston,ca", "KINGSTON, Canada", "Kingston, Ontario, Canada"]) {
    expect(namesOf(typed), typed).toEqual(["Kingston, Ontario, Canada"]);
  }
  expect(namesOf("montreal")).toEqual(namesOf("Montréal"));
  expect(namesOf("Montreal")).toHaveLength(1);
  for (const typed of ["", " ", ",", ", Ontario", "Nowhere", "%", "x".repeat(300)]) expect(namesOf(typed)).toEqual([]);
});

test("the whole name of a town finds only this town", () => {
  for (const typed of ["Kingston", "London", "Springfield", "San José", "Victoria"]) {
    for (const name of namesOf(typed)) expect(namesOf(name)).toEqual([name]);
  }
});

test("the distance between two towns is known", () => {
  const [kingston, belleville, toronto] = ["Kingston, Ontario", "Belleville, Ontario", "Toronto, Ontario"].map(
    (typed) => search(typed)[0]?.position ?? { latitude: 0, longitude: 0 },
  );
  if (!kingston || !belleville || !toronto) throw new Error("A town is missing");
  expect(Math.round(kilometresBetween(kingston, belleville) / 10)).toBe(7);
  expect(kilometresBetween(kingston, toronto)).toBeGreaterThan(200);
});
