import { expect, it } from "vitest";
import { describeChanges } from "./product-changes.ts";

it("describes the changes of a product, with short values", () => {
  const before = { title: "Pin", price: "12.00", description: "Old words", stock: "160", vendor: "June" };
  const after = {
    title: "Pin",
    price: "13.00",
    description: "New words that go on and on, longer than a line",
    grams: "5",
  };
  expect(describeChanges(before, after)).toEqual([
    "price 12.00 → 13.00",
    "description",
    "stock 160 → none",
    "vendor June → none",
    "grams none → 5",
  ]);
});

it("describes the changes of each variant", () => {
  const size = (value: string, fields: Record<string, string>) => ({ options: [value, "Ink"], ...fields });
  const before = { variants: [size("S", { stock: "3" }), size("M", { price: "30.00" }), size("XS", {})] };
  const after = { variants: [size("S", { stock: "5" }), size("M", { price: "30.00" }), size("L", {})] };
  expect(describeChanges(before, after)).toEqual(["S / Ink: stock 3 → 5", "L / Ink: new", "XS / Ink: gone"]);
});

it("describes nothing if nothing has changed", () => {
  const product = { title: "Pin", images: [{ file: "pin.jpg" }], variants: [{ options: ["S"] }] };
  expect(describeChanges(product, structuredClone(product))).toEqual([]);
});
