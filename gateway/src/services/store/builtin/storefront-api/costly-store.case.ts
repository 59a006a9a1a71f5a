import { createScheduler, type Scheduler } from "../../../../lib/scheduler.ts";
import { manyLines } from "../../../../testing/costly-requests/seed-requests.ts";
import type { StoreIds } from "../../../../testing/costly-requests/store-request.ts";
import { EMPTY_CART, ONTARIO } from "../a-store.case.ts";
import { done, NOTHING } from "../checkout/a-checkout.case.ts";
import { aStorefront, PUBLIC_URL, type TestStorefront } from "./wire.case.ts";

type StoreSize = { products: number; collections: number; carts: number; lines: number };

/** A store for costly requests, and the ids that they request. */
export async function aCostlyStore(
  { products: productCount, collections: collectionCount, carts: cartCount, lines: lineCount }: StoreSize,
  scheduler: Scheduler = createScheduler({}),
): Promise<TestStorefront & { ids: StoreIds }> {
  const handles = Array.from({ length: productCount }, (_, at) => `product-${at}`);
  const products = handles.map((handle, at) => ({
    handle,
    title: `Shirt number ${at}`,
    price: "20.50",
    description: "A shirt of heavy cotton with the lighthouse on its back. ".repeat(5),
    tags: ["wear", `series-${at % 5}`],
    images: [{ file: "shirt.jpg", alt: "A shirt" }],
    options: [{ name: "Size", values: ["S", "M", "L", "XL"] }],
  }));
  const collections = Array.from({ length: collectionCount }, (_, at) => ({
    handle: `collection-${at}`,
    title: `Collection ${at}`,
    products: handles,
  }));
  const store = await aStorefront({ products, collections }, PUBLIC_URL, scheduler);
  const snapshot = store.catalogue.current();
  const variants = snapshot.products.flatMap((product) => product.variants.map(({ id }) => id));
  const linesOfCart = () =>
    manyLines("merchandiseId", variants.map(String), lineCount).map(({ merchandiseId, quantity }, at) => ({
      variantId: Number(merchandiseId),
      quantity,
      attributes: [{ key: "n", value: String(at) }],
    }));
  const carts = [];
  for (let at = 0; at < cartCount; at += 1)
    carts.push(await store.carts.create({ ...EMPTY_CART, lines: linesOfCart(), client: "search" }));
  const checkout = done(await store.checkouts.create({ ...NOTHING, lines: linesOfCart() }));
  done(await store.checkouts.setAddress(checkout, ONTARIO));
  const gid = (kind: string, id: number | string) => `gid://shopify/${kind}/${id}`;
  const [full] = carts.map(({ cart }) => cart);
  return {
    ...store,
    ids: {
      products: snapshot.products.map(({ id }) => gid("Product", id)),
      variants: variants.map((id) => gid("ProductVariant", id)),
      collections: snapshot.collections.map(({ id }) => gid("Collection", id)),
      carts: carts.map(({ cart }) => gid("Cart", cart.token)),
      cartLines: (full?.lines ?? []).map((line) => `${gid("CartLine", line.id)}?cart=${full?.token}`),
      checkouts: [`${gid("Checkout", checkout.token)}?key=${checkout.key}`],
    },
  };
}
