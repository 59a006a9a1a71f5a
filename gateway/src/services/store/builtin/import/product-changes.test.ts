import { expect, it } from "vitest";
import { changesOf } from "./product-changes.ts";

it("says what changes of a product, and from what to what where that is short", () => {
  const before = { title: "Pin", price: "12.00", description: "Old words", stock: "160", vendor: "June" };
  const after = {
    title: "Pin",
    price: "13.00",
    description: "New words that go on and on, longer than a line",
    grams: "5",
  };
  expect(changesOf(before, after)).toEqual([
    "price 12.00 → 13.00",
    "description",
    "stock 160 → none",
    "vendor June → none",
    "grams none → 5",
  ]);
});

it("names each variant by its options", () => {
  const size = (value: string, said: Record<string, string>) => ({ options: [value, "Ink"], ...said });
  const before = { variants: [size("S", { stock: "3" }), size("M", { price: "30.00" }), size("XS", {})] };
  const after = { variants: [size("S", { stock: "5" }), size("M", { price: "30.00" }), size("L", {})] };
  expect(changesOf(before, after)).toEqual(["S / Ink: stock 3 → 5", "L / Ink: new", "XS / Ink: gone"]);
});

it("finds nothing where all is the same", () => {
  const product = { title: "Pin", images: [{ file: "pin.jpg" }], variants: [{ options: ["S"] }] };
  expect(changesOf(product, structuredClone(product))).toEqual([]);
});
