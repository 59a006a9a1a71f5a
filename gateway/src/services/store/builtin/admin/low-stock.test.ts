import { expect, test } from "vitest";
import { aCatalogue } from "../catalogue/a-catalogue.case.ts";
import { findLowStock } from "./low-stock.ts";

test("names the five counted variants with the fewest pieces, three or fewer", () => {
  const { snapshot } = aCatalogue();
  const variants = snapshot.products.flatMap(({ variants }) => variants);
  const left = new Map(variants.map(({ id }, at) => [id, at === 0 ? null : 4 - at]));
  const low = findLowStock(snapshot, { onHand: ({ id }) => left.get(id) ?? null });
  expect(low.map((variant) => variant.left)).toEqual(
    [...left.values()]
      .filter((count) => count !== null && count <= 3)
      .sort((one, other) => (one ?? 0) - (other ?? 0))
      .slice(0, 5),
  );
  expect(low[0]?.title).not.toContain("Default Title");
});
