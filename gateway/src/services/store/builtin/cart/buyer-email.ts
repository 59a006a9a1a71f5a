import { isEmailShaped } from "@porchlight/protocol/subscriber.ts";
import { normaliseEmail } from "../../../../lib/email-address.ts";
import { isMailAddress } from "../../../shared/outgoing-messages.ts";

/**
 * The normalised address that emails about an order go to; undefined when none can. "ann@example.com," has the shape of
 * an address, and is none.
 */
export function readBuyerEmail(typed: string): string | undefined {
  const email = normaliseEmail(typed);
  return email !== undefined && isEmailShaped(email) && isMailAddress(email) ? email : undefined;
}
