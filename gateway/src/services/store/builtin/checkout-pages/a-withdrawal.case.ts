import { type CatalogueOverrides, SOME_PRODUCTS } from "../catalogue/a-catalogue.case.ts";
import { done } from "../checkout/a-checkout.case.ts";
import type { Consent } from "../orders/orders.ts";
import { ADDRESS, aShop, type Page } from "./a-buyer.case.ts";
import type { CheckoutPagesOptions } from "./actions.ts";

/** The shop's longest delivery time, in days. */
export const UP_TO_DAYS = 10;

const PRODUCTS: NonNullable<CatalogueOverrides["products"]> = [
  ...SOME_PRODUCTS,
  { handle: "single", title: "Single", price: "4.00", shipped: "no", withdrawal: "untilSent" },
  { handle: "portrait", title: "Portrait", price: "90.00", withdrawal: "none" },
];

/** The form's fields with an address in Germany. */
export const BERLIN = { ...ADDRESS, country: "DE", province: "", city: "Berlin", zip: "10115" };

/** A shop that ships everywhere, one buyer's order, and the buyer's browser. */
export async function anOrder(
  wanted: Consent & { handles?: string[]; country?: string; province?: string; quantity?: number } = {},
  limits: Pick<Partial<CheckoutPagesOptions>, "withdrawalLimit"> = {},
) {
  const { handles = ["record", "mug"], country = "DE", province = "", ...consent } = wanted;
  const rates = [
    { handle: "parcel", title: "Parcel", price: 1_200, upToDays: UP_TO_DAYS },
    { handle: "letter", title: "Letter", price: 400 },
  ];
  const settings = { shipping: [{ title: "World", countries: ["*"], rates }] };
  const { store, buyer } = await aShop({ products: PRODUCTS, settings }, limits);
  const variantOf = (handle: string) => store.catalogue.current().productByHandle(handle)?.variants[0]?.id;
  const { email, how: _, ...address } = country === "CA" ? ADDRESS : { ...BERLIN, country, province };
  let checkout = done(
    await store.checkouts.create({
      email,
      lines: handles.map((handle) => ({ variantId: variantOf(handle), quantity: 1, attributes: [] })),
      address,
      note: null,
      attributes: [],
      allowPartialAddress: false,
    }),
  );
  if (checkout.priced.requiresShipping) checkout = done(await store.checkouts.setDelivery(checkout, "parcel"));
  const { total: expectedTotal, due: expectedDue } = checkout.priced;
  const placed = await store.orders.place(checkout, { method: "e-transfer", expectedTotal, expectedDue, ...consent });
  if (!placed?.ok) throw new Error(`The order was not placed: ${placed?.error.reason}`);
  const { order } = placed;
  const path = (page: "" | "/withdraw") => `/checkout/orders/${order.id}${page}?key=${order.statusKey}`;
  return {
    store,
    buyer,
    order,
    currentOrder: () => store.orders.byId(order.id) ?? order,
    status: (): Promise<Page> => buyer.open(path("")),
    form: (): Promise<Page> => buyer.ask(path("/withdraw")),
    /** Sends the form with these lines ticked. */
    confirm: (lines: readonly number[], name = "Ann Lee"): Promise<Page> =>
      buyer.post(path("/withdraw"), {
        key: order.statusKey,
        name,
        ...Object.fromEntries(lines.map((at) => [`line-${at}`, "yes"])),
      }),
  };
}
