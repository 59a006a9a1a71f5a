import * as v from "valibot";
import type { Catalogue, CatalogueImage, CatalogueSnapshot } from "./catalogue.ts";
import { createCollection, createProduct } from "./create-product.ts";
import { createSnapshot } from "./create-snapshot.ts";
import { numericId } from "./numeric-id.ts";
import { ProductsFileSchema } from "./products-file.ts";
import type { StoreSettings } from "./store-settings.ts";

type ProductsInput = v.InferInput<typeof ProductsFileSchema>;

/** Products and collections as in `products.yaml`. Every value is text: `{ price: "38.00", stock: "3" }`. */
export type CatalogueOverrides = {
  products?: NonNullable<ProductsInput["products"]>;
  collections?: NonNullable<ProductsInput["collections"]>;
  settings?: Partial<StoreSettings>;
  shop?: Partial<CatalogueSnapshot["shop"]>;
};

/** A catalogue in memory. */
export type TestCatalogue = Catalogue & {
  snapshot: CatalogueSnapshot;
  /** Replaces the given parts, as an edit does. */
  change(overrides: CatalogueOverrides): CatalogueSnapshot;
};

/** Three products: `tee` (Size × Colour, 38.00, counted), `mug` (18.00, not counted), `record` (32.50, five pieces). */
export const SOME_PRODUCTS: NonNullable<ProductsInput["products"]> = [
  {
    handle: "tee",
    title: "Lake Effect tee",
    type: "T-shirt",
    tags: ["wear", "cotton"],
    added: "2026-05-01",
    price: "38.00",
    grams: "180",
    images: [
      { file: "tee-ink.jpg", alt: "A dark tee" },
      { file: "tee-bone.jpg", alt: "A pale tee" },
    ],
    options: [
      { name: "Size", values: ["S", "M"] },
      { name: "Colour", values: ["Ink", "Bone"] },
    ],
    variants: [
      { options: ["S", "Ink"], sku: "TEE-S-INK", stock: "10", image: "tee-ink.jpg" },
      { options: ["S", "Bone"], sku: "TEE-S-BONE", stock: "0", image: "tee-bone.jpg" },
      { options: ["M", "Ink"], sku: "TEE-M-INK", stock: "1", image: "tee-ink.jpg" },
      { options: ["M", "Bone"], sku: "TEE-M-BONE", stock: "0", keepSelling: "yes", image: "tee-bone.jpg" },
    ],
  },
  {
    handle: "mug",
    title: "Harbour mug",
    type: "Mug",
    tags: ["house"],
    added: "2026-04-01",
    price: "18.00",
    grams: "400",
  },
  {
    handle: "record",
    title: "Long Point (LP)",
    type: "Record",
    tags: ["music"],
    added: "2026-03-01",
    price: "32.50",
    compareAt: "36.00",
    grams: "450",
    stock: "5",
  },
];

/** Prices without tax, 13 % HST in Ontario, one rate to Canada that is free from 100.00, one pickup place. */
export const SOME_SETTINGS: StoreSettings = {
  currency: "CAD",
  country: "CA",
  timeZone: "UTC",
  language: "en-CA",
  description: "Merch of a band",
  taxesIncluded: false,
  taxesOnShipping: true,
  taxes: [{ country: "CA", province: "ON", title: "HST", rateMillionths: 130_000 }],
  shipping: [
    {
      title: "Canada",
      countries: ["CA"],
      rates: [{ handle: "canada-parcel", title: "Parcel", price: 1200, freeFrom: 10_000 }],
    },
  ],
  pickup: () => [{ handle: "at-a-show", title: "At a show", instructions: "Come to the merch table." }],
  discounts: [],
  giftCards: [],
  unpaidOrdersExpireAfter: 7,
  unpaidShareMillionths: 500_000,
  payments: [{ handle: "e-transfer", title: "Interac e-Transfer", instructions: "Send it to us." }],
};

/** A catalogue in memory, by default with {@link SOME_PRODUCTS}. */
export function aCatalogue(overrides: CatalogueOverrides = {}): TestCatalogue {
  let parts = overrides;
  let version = 1;
  let snapshot = aSnapshot(parts, version);
  return {
    current: () => snapshot,
    problem: () => undefined,
    get snapshot() {
      return snapshot;
    },
    change(next) {
      parts = { ...parts, ...next };
      version += 1;
      snapshot = aSnapshot(parts, version);
      return snapshot;
    },
  };
}

function aSnapshot(parts: CatalogueOverrides, version: number): CatalogueSnapshot {
  const file = v.parse(ProductsFileSchema, {
    products: parts.products ?? SOME_PRODUCTS,
    collections: parts.collections ?? [],
  });
  const settings = { ...SOME_SETTINGS, ...parts.settings };
  const context = { currency: settings.currency, vendor: "Harbour Line", findImage: anImage };
  const products = file.products.filter(({ hidden }) => !hidden).map((entry) => createProduct(entry, context));
  const findProduct = (handle: string) => products.find((product) => product.handle === handle);
  return createSnapshot({
    version: String(version),
    settings,
    shop: {
      name: "Harbour Line",
      description: settings.description,
      policies: { privacyPolicy: null, termsOfService: null, refundPolicy: null },
      ...parts.shop,
    },
    products,
    collections: file.collections.map((entry) => createCollection(entry, findProduct, anImage)),
  });
}

function anImage(file: string, altText: string, owner: string): CatalogueImage {
  const name = file.replace(/\.\w+$/, "");
  return {
    id: numericId(`image:${owner}/${file}`),
    path: `/optimized/store/${name}-hero.jpg?v=0a1b2c3d`,
    altText,
    width: 2400,
    height: 3000,
  };
}
