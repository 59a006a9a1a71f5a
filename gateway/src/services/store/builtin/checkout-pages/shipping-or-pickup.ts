import { SEND_IT, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Choice } from "./fields.ts";
import * as words from "./words.ts";

/** The choice between shipping and pickup. A shop without shipping offers only its pickup places. */
export function shippingOrPickup({ pickup, shipping }: StoreSettings): Choice[] {
  const places = pickup.map(({ handle, title, instructions }) => ({
    value: handle,
    title: words.pickUpAt(title),
    detail: instructions,
    price: words.free,
  }));
  return shipping.length > 0 || places.length === 0 ? [{ value: SEND_IT, title: words.sendIt }, ...places] : places;
}
