import type { EmailMessage } from "../../../shared/outgoing-messages.ts";
import { SOME_PRODUCTS } from "../catalogue/a-catalogue.case.ts";
import { aStore, type CheckoutOverrides } from "./a-store.case.ts";
import { createOrderEmails } from "./order-emails.ts";

export const NO_TRACKING = { trackingNumber: "", carrier: "", trackingUrl: "" };

/** Options for the emails. They are the same in all tests. */
export const HARBOUR_LINE = {
  shopName: () => "Harbour Line",
  language: () => "en-CA",
  publicUrl: "https://artist.example",
  timeZone: () => "UTC",
  contactEmail: () => "shop@artist.example",
  ownerEmail: "owner@artist.example",
};

/** A store that sends emails about its orders. @param sendEmail a test can pass one that rejects */
export async function aStoreWithEmails(sendEmail?: (email: EmailMessage) => Promise<void>) {
  const giftCards = [{ code: "LAKE2026", balance: 5_000, currency: "CAD", isEnabled: true }];
  const single = { handle: "single", title: "Single", price: "4.00", shipped: "no" as const };
  const store = await aStore({ settings: { giftCards }, products: [...SOME_PRODUCTS, single] });
  const emails: EmailMessage[] = [];
  const logged: string[] = [];
  let dueId = 0;
  const write = createOrderEmails({
    sendEmail: sendEmail ?? (async (email) => void emails.push(email)),
    ...HARBOUR_LINE,
    log: { error: (fields, message) => void logged.push(`${JSON.stringify(fields)} ${message}`) },
  });
  /** Writes the emails about the events since the last call, and returns them. */
  async function newEmails(): Promise<EmailMessage[]> {
    emails.length = 0;
    for (const event of store.events.splice(0)) {
      dueId += 1;
      await write(event, dueId, true);
    }
    return [...emails];
  }
  /** Places an order. @returns the order and the emails about it */
  async function order(wanted: CheckoutOverrides & { method?: string } = {}) {
    const placed = await store.order(wanted);
    return { placed, emails: await newEmails() };
  }
  return { store, newEmails, order, logged };
}
