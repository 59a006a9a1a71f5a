import { SEND_IT, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Choice } from "./fields.ts";

/** The choice between shipping and pickup. A shop without shipping offers only its pickup places. */
export function waysToHave({ pickup, shipping }: StoreSettings): Choice[] {
  const places = pickup.map(({ handle, title, instructions }) => ({
    value: handle,
    title: `Pick it up: ${title}`,
    detail: instructions,
    price: "Free",
  }));
  return shipping.length > 0 || places.length === 0 ? [{ value: SEND_IT, title: "Send it to me" }, ...places] : places;
}
