import { SEND_IT, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Choice } from "./fields.ts";
import * as words from "./words.ts";

/** The choice between shipping and pickup. A shop without shipping offers only its pickup places. */
export function shippingOrPickup({ pickup, shipping }: StoreSettings): Choice[] {
  const places = pickup().map(({ handle, title, instructions, show }) => ({
    value: handle,
    title: words.pickUpAt(show?.title ?? title),
    // All shows have the same instructions; the last step has those of the chosen one.
    detail: show?.detail ?? instructions,
    price: words.free,
  }));
  return shipping.length > 0 || places.length === 0 ? [{ value: SEND_IT, title: words.sendIt }, ...places] : places;
}
