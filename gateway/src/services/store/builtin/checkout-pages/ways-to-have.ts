import { SEND_IT, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Choice } from "./fields.ts";

/** Ways to have what has to be sent or picked up. A shop that sends nothing offers its pickup places alone. */
export function waysToHave({ pickup, shipping }: StoreSettings): Choice[] {
  const places = pickup.map(({ handle, title, instructions }) => ({
    value: handle,
    title: `Pick it up: ${title}`,
    detail: instructions,
    price: "Free",
  }));
  return shipping.length > 0 || places.length === 0 ? [{ value: SEND_IT, title: "Send it to me" }, ...places] : places;
}
