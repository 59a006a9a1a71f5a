import { aTestFolder } from "../../../../testing/gateway-process.ts";
import { TEST_CLIENT } from "../../../../testing/signed-in.ts";
import type { AddressInput } from "../../../shared/addresses/address.ts";
import { EMPTY_CART, type StorePartsOptions, storeParts } from "../a-store.case.ts";
import type { CatalogueOverrides } from "../catalogue/a-catalogue.case.ts";
import type { Variant } from "../catalogue/catalogue.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import type { Order } from "../model/order.ts";
import type { PlacingResult } from "./orders.ts";

/** Options for a checkout in tests. By default, a buyer in Ontario buys one record. */
export type CheckoutOverrides = {
  lines?: { variant: Variant; quantity: number }[];
  email?: string;
  address?: AddressInput | null;
  delivery?: string | null;
  discountCode?: string;
  giftCards?: string[];
  note?: string;
};

const AN_ADDRESS: AddressInput = {
  firstName: "Ann",
  lastName: "Lake",
  address1: "1 Pier Road",
  city: "Goderich",
  province: "Ontario",
  country: "Canada",
  zip: "N7A 1A1",
};

/** A real store with its own data file. */
export async function aStore(
  overrides: CatalogueOverrides = {},
  { dir = aTestFolder(), now = new Date("2026-03-01T12:00:00Z"), ...parts }: Partial<StorePartsOptions> = {},
) {
  const store = await storeParts({ ...parts, overrides, dir, now });
  const { catalogue, orders, carts, checkouts } = store;

  /** Finds a variant by its SKU or, if its product has no other variant, by the product's handle. */
  function variant(name: string): Variant {
    const { products } = catalogue.current();
    const found = products
      .flatMap(({ variants }) => variants)
      .find(({ sku, product }) => sku === name || product.handle === name);
    if (!found) throw new Error(`The catalogue of this test has no ${name}`);
    return found;
  }

  async function checkout(wanted: CheckoutOverrides = {}): Promise<Checkout> {
    const { lines = [{ variant: variant("record"), quantity: 1 }], email = "ann@example.com" } = wanted;
    const { address = AN_ADDRESS, delivery = "canada-parcel" } = wanted;
    const created = await checkouts.create({
      email,
      lines: lines.map((line) => ({ variantId: line.variant.id, quantity: line.quantity, attributes: [] })),
      address,
      note: wanted.note ?? null,
      attributes: [],
      allowPartialAddress: false,
    });
    let result: typeof created | undefined = created;
    if (!created.ok) throw new Error(`No checkout: ${JSON.stringify(created.errors)}`);
    const which = created.checkout;
    if (delivery !== null) result = await checkouts.setDelivery(which, delivery);
    if (wanted.discountCode) result = await checkouts.applyDiscount(which, wanted.discountCode, TEST_CLIENT.key);
    if (wanted.giftCards) result = await checkouts.appendGiftCards(which, wanted.giftCards, TEST_CLIENT.key);
    if (!result?.ok) throw new Error(`No checkout: ${JSON.stringify(result?.errors)}`);
    return result.checkout;
  }

  /** A cart with one record, and a checkout of this cart for pickup at a show. */
  async function checkoutOfCart(): Promise<{ cartToken: string; checkout: Checkout }> {
    const { cart } = await carts.create({
      ...EMPTY_CART,
      lines: [{ variantId: variant("record").id, quantity: 1, attributes: [] }],
      buyerIdentity: { countryCode: "CA", email: "ann@example.com", phone: null },
    });
    const begun = await checkouts.ofCart(cart.token);
    const result = begun && (await checkouts.setDelivery(begun, "at-a-show"));
    if (!result?.ok) throw new Error("The cart has no checkout that can be picked up");
    return { cartToken: cart.token, checkout: result.checkout };
  }

  async function place(ready: Checkout, method = "e-transfer"): Promise<PlacingResult> {
    const { total: expectedTotal, due: expectedDue } = ready.priced;
    const result = await orders.place(ready, { method, expectedTotal, expectedDue });
    if (!result) throw new Error("The checkout does not exist");
    return result;
  }

  async function order(wanted: CheckoutOverrides & { method?: string } = {}): Promise<Order> {
    const result = await place(await checkout(wanted), wanted.method);
    if (!result.ok) throw new Error(`No order: ${result.error.reason}`);
    return result.order;
  }

  return { ...store, dir, variant, checkout, checkoutOfCart, place, order };
}

export type TestStore = Awaited<ReturnType<typeof aStore>>;
