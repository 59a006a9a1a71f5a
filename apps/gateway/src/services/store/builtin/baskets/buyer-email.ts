import { isEmailShaped } from "@porchlight/protocol/subscriber.ts";
import { isMailAddress } from "../../../mail-address.ts";

/** Whether the letters about an order can go to an address: "ann@example.com," has the shape of one, and is none. */
export function isBuyerEmail(text: string): boolean {
  return isEmailShaped(text) && isMailAddress(text);
}
