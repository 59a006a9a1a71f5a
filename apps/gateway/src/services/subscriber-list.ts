import { isOneLine, NAME_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";

/** A visitor's own sign-up, checked: a normalised email that is shaped like one; names trimmed, null where not told. */
export type SignUp = {
  email: string;
  source: "website-footer" | "website-dialog";
  first_name: string | null;
  last_name: string | null;
};

/** What mail programs make a link of: an address of the web, or a domain as people write it without one. */
const WEB_ADDRESS =
  /:\/\/|www\.|[\p{L}\p{N}-]{2,}\.(?:[a-z]{2}|com|net|org|info|biz|app|dev|shop|store|site|online|xyz|top|club|live|link|click|page|music|band|fun|vip|win|bet)(?![\p{L}\p{N}])/iu;

/**
 * Whether a visitor may give a name: anybody can type any address beside it, and newsletters greet by it. So it leads
 * nowhere, and is one line.
 */
export function isVisitorName(text: string): boolean {
  return text.length <= NAME_MAX_LENGTH && isOneLine(text) && !text.includes("@") && !WEB_ADDRESS.test(text);
}

/** What the forms and links of the site do to the list of subscribers, whichever service keeps it. */
export interface SubscriberList {
  /**
   * Puts an address on the list. One that is on it stays as it is. One that had left, or that the owner had removed, is
   * asked by email whether it wants to come back, where emails can be sent; else it comes back at once. No name that is
   * stored changes. Stored for good when it settles.
   *
   * @returns `joined` for an address that is only asked as well: whoever typed it learns nothing of it
   */
  signUp(signUp: SignUp): Promise<"joined" | "already-subscribed">;
  /**
   * Lets an address leave: its row stays, as unsubscribed. Unknown and removed addresses are passed over, and told
   * apart by nobody. Stored for good when it settles.
   */
  leave(email: string): Promise<void>;
  /**
   * Brings an address back that was asked by email and has confirmed.
   *
   * @param asked when the email was written; one that left since stays away
   * @returns whether it is on the list now
   */
  comeBack(back: ReturnRequest): Promise<boolean>;
}

/** An address that is asked whether it wants to come back, by which form, and since when. */
export type ReturnRequest = { email: string; source: SignUp["source"]; asked: Date };
