import { SEND_IT, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Choice } from "./fields.ts";
import * as words from "./words.ts";

/** Ways to have what has to be sent or picked up. A shop that sends nothing offers its pickup places alone. */
export function waysToHave({ pickup, shipping }: StoreSettings): Choice[] {
  const places = pickup.map(({ handle, title, instructions }) => ({
    value: handle,
    title: words.pickUpAt(title),
    detail: instructions,
    price: words.free,
  }));
  return shipping.length > 0 || places.length === 0 ? [{ value: SEND_IT, title: words.sendIt }, ...places] : places;
}
