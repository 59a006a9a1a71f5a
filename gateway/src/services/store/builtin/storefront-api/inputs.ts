import type { Attribute } from "../model/cart.ts";
import { nameIn, numberIn } from "./ids.ts";

/** Copies attributes of an input into plain objects, because the objects of an input have no prototype. */
export function attributesOf(inputs: readonly Attribute[] | null | undefined): Attribute[] {
  return (inputs ?? []).map(({ key, value }) => ({ key, value }));
}

/** Number of the variant in an id; undefined if it is not a variant's id. */
export function variantIn(id: string): number | undefined {
  return numberIn(id, "ProductVariant");
}

/** Key of the line in an id, `gid://shopify/CartLine/{uuid}?cart=…`. It is empty if the id does not name a line. */
export function lineIn(id: string | null | undefined, type: "CartLine" | "CheckoutLineItem"): string {
  return (id && nameIn(id, type)) || "";
}
