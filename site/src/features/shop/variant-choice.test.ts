import { aShopProduct, aShopVariant } from "@porchlight/fixtures/shop-product.ts";
import type { ShopProduct } from "@porchlight/protocol/shop.ts";
import { expect, test } from "vitest";
import { findChoices, findVariant, firstVariant } from "./variant-choice.ts";

/** A shirt in two sizes and two colours. The named variants are sold out. */
function aShirt(...soldOut: string[]): ShopProduct {
  const variants = ["S", "M"].flatMap((size) =>
    ["Ink", "Bone"].map((colour) =>
      aShopVariant({
        id: `${size} / ${colour}`,
        availableForSale: !soldOut.includes(`${size} / ${colour}`),
        selectedOptions: [
          { name: "Size", value: size },
          { name: "Colour", value: colour },
        ],
      }),
    ),
  );
  const options = [
    { name: "Size", values: ["S", "M"] },
    { name: "Colour", values: ["Ink", "Bone"] },
  ];
  return aShopProduct({ options, variants });
}

test("the first variant on sale is shown first, or the first of all if none is on sale", () => {
  expect(firstVariant(aShirt()).id).toBe("S / Ink");
  expect(firstVariant(aShirt("S / Ink")).id).toBe("S / Bone");
  expect(firstVariant(aShirt("S / Ink", "S / Bone", "M / Ink", "M / Bone")).id).toBe("S / Ink");
});

test("choosing another size changes the colour only if that variant is sold out", () => {
  const shirt = aShirt();
  expect(findVariant(shirt, shirt.variants[1]!, "Size", "M")?.id).toBe("M / Bone");
  const few = aShirt("M / Bone");
  expect(findVariant(few, few.variants[1]!, "Size", "M")?.id).toBe("M / Ink");
});

test("choosing another colour never changes the size", () => {
  const shirt = aShirt("S / Bone");
  expect(findVariant(shirt, shirt.variants[0]!, "Colour", "Bone")).toBeUndefined();
  expect(findVariant(shirt, shirt.variants[2]!, "Colour", "Bone")?.id).toBe("M / Bone");
});

test("a size that is sold out in every colour, or does not exist, has no variant", () => {
  const shirt = aShirt("M / Ink", "M / Bone");
  expect(findVariant(shirt, shirt.variants[0]!, "Size", "M")).toBeUndefined();
  expect(findVariant(shirt, shirt.variants[0]!, "Size", "XL")).toBeUndefined();
});

test("an option with only one value is not a choice", () => {
  const mug = { ...aShirt(), options: [{ name: "Title", values: ["Default Title"] }] };
  expect(findChoices(mug)).toEqual([]);
});
