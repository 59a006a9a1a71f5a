import { isEmailShaped } from "@porchlight/protocol/subscriber.ts";
import { isMailAddress, normaliseAddress } from "../../../mail-address.ts";

/**
 * The address that emails about an order go to, in its one form.
 *
 * @returns undefined for a text that is none: "ann@example.com," has the shape of one
 */
export function buyerEmail(typed: string): string | undefined {
  const email = normaliseAddress(typed.trim()) ?? "";
  return isEmailShaped(email) && isMailAddress(email) ? email : undefined;
}
