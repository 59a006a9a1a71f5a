import type { UnitPriceMeasurement, Variant } from "../catalogue/catalogue.ts";
import { UNITS } from "../catalogue/units.ts";
import { globalId } from "./ids.ts";
import { money, moneyOrNull } from "./money.ts";
import type { RequestContext } from "./request-context.ts";

const price = (variant: Variant, _: unknown, context: RequestContext) => money(variant.price, context);
const compareAtPrice = (variant: Variant, _: unknown, context: RequestContext) =>
  moneyOrNull(variant.compareAtPrice, context);

/** Resolvers of variants. */
export const variantTypes = {
  ProductVariant: {
    id: (variant: Variant) => globalId("ProductVariant", variant.id),
    availableForSale: (variant: Variant, _: unknown, { stock }: RequestContext) => stock.isAvailable(variant),
    currentlyNotInStock: (variant: Variant, _: unknown, { stock }: RequestContext) =>
      variant.sellsBeyondStock && (stock.onHand(variant) ?? 1) <= 0,
    quantityAvailable: (variant: Variant, _: unknown, { stock }: RequestContext) => stock.onHand(variant),
    price,
    priceV2: price,
    compareAtPrice,
    compareAtPriceV2: compareAtPrice,
    image: ({ image, product }: Variant) => image ?? product.images[0] ?? null,
    unitPrice: ({ price: whole, unitPriceMeasurement }: Variant, _: unknown, context: RequestContext) =>
      unitPriceMeasurement && money(unitPriceOf(whole, unitPriceMeasurement), context),
    weightUnit: () => "GRAMS",
  },
};

/** The price of the reference quantity, for example of 100 ml: 12.00 for 750 ml is 1.60. */
function unitPriceOf(price: number, measurement: UnitPriceMeasurement): number {
  const { quantityUnit, quantityValue, referenceUnit, referenceValue } = measurement;
  const quantity = quantityValue * UNITS[quantityUnit].inSmallest;
  const reference = referenceValue * UNITS[referenceUnit].inSmallest;
  return quantity > 0 ? Math.round((price * reference) / quantity) : price;
}
