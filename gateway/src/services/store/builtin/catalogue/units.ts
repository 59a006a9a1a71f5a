/** Source: shopify.dev, Storefront API, UnitPriceMeasurementMeasuredType. */
export type MeasuredType = "VOLUME" | "WEIGHT" | "LENGTH" | "AREA";

/**
 * The size of each unit in the smallest unit of its type: millilitres, milligrams, millimetres, square metres.
 * Source: shopify.dev, Storefront API, UnitPriceMeasurementMeasuredUnit.
 */
export const UNITS = {
  ML: { type: "VOLUME", inSmallest: 1 },
  CL: { type: "VOLUME", inSmallest: 10 },
  L: { type: "VOLUME", inSmallest: 1_000 },
  M3: { type: "VOLUME", inSmallest: 1_000_000 },
  MG: { type: "WEIGHT", inSmallest: 1 },
  G: { type: "WEIGHT", inSmallest: 1_000 },
  KG: { type: "WEIGHT", inSmallest: 1_000_000 },
  MM: { type: "LENGTH", inSmallest: 1 },
  CM: { type: "LENGTH", inSmallest: 10 },
  M: { type: "LENGTH", inSmallest: 1_000 },
  M2: { type: "AREA", inSmallest: 1 },
} as const satisfies Readonly<Record<string, { type: MeasuredType; inSmallest: number }>>;

export type Unit = keyof typeof UNITS;

export function isUnit(word: string): word is Unit {
  return Object.hasOwn(UNITS, word);
}
