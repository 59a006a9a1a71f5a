import type { Attribute } from "../model/cart.ts";
import { nameIn, numberIn } from "./ids.ts";

/** Attributes of an input. An input's own object has no prototype; what is stored is a plain one. */
export function attributesOf(inputs: readonly Attribute[] | null | undefined): Attribute[] {
  return (inputs ?? []).map(({ key, value }) => ({ key, value }));
}

/** Number of the variant of an id; undefined when the id is not a variant's. */
export function variantIn(id: string): number | undefined {
  return numberIn(id, "ProductVariant");
}

/** Key of a stored line, `gid://shopify/CartLine/{uuid}?cart=…`; empty, as of no line, where an id names none. */
export function lineIn(id: string | null | undefined, type: "CartLine" | "CheckoutLineItem"): string {
  return (id && nameIn(id, type)) || "";
}
