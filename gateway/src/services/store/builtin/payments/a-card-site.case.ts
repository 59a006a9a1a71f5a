import { openListSecret } from "../../../../data/list-secret.ts";
import type { EmailMessage, SendEmail } from "../../../shared/outgoing-messages.ts";
import type { TestStore } from "../orders/a-store.case.ts";
import { createFailedRefundEmail, createLostOrderEmail, createRefusedRefundEmail } from "../orders/order-emails.ts";
import { type CardPayments, createCardPayments } from "./card-payments.ts";
import { FAKE_SECRETS, type FakeStripe, type Message } from "./fake-stripe.case.ts";
import { siteMark } from "./site-mark.ts";

/** Emails to the owner of a site, and messages in its log. */
export type Reports = { emails: EmailMessage[]; logged: string[] };

/** Card payments of a site with this address, as the gateway creates them, on the data file of a test's store. */
export async function aCardSite(
  publicUrl: string,
  store: TestStore,
  stripe: FakeStripe,
  { emails, logged }: Reports,
  sendEmail: SendEmail = async (email) => void emails.push(email),
): Promise<CardPayments> {
  const secret = await openListSecret(store.data);
  const note = (_: object, message: string) => void logged.push(message);
  const log = { warn: note, error: note };
  const shopName = () => "Harbour Line";
  const emailOptions = {
    sendEmail,
    shopName,
    language: () => "en-CA",
    publicUrl,
    ownerEmail: "owner@artist.example",
    log,
  };
  return createCardPayments({
    stripe: { ...FAKE_SECRETS, apiUrl: stripe.url },
    data: store.data,
    orders: store.orders,
    shopName,
    site: () => siteMark(secret(), publicUrl),
    emailLostOrder: createLostOrderEmail(emailOptions),
    emailRefusedRefund: createRefusedRefundEmail(emailOptions),
    emailFailedRefund: createFailedRefundEmail(emailOptions),
    clock: store.clock,
    log,
  });
}

/** Sends a message from Stripe to the site. @returns the status of the response */
export async function sendWebhook(cards: CardPayments, { body, signature }: Message): Promise<number> {
  return (await cards.webhook(body, signature)).status;
}
