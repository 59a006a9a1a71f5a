import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import { ORDER_IN_ADDRESS } from "@porchlight/protocol/orders.ts";
import type { EmailLook } from "../../../../content/identity/email-look.ts";
import type { EmailContent, Link } from "../../../shared/emails/content.ts";
import { renderEmail } from "../../../shared/emails/render-email.ts";
import { type EmailMessage, isNeverTaken, type SendEmail } from "../../../shared/outgoing-messages.ts";
import { composeBuyerEmail } from "./buyer-emails.ts";
import type { FailedRefund, LostOrder, OrderEvent, RefusedRefund } from "./order-event.ts";
import { isErased } from "./order-rules.ts";
import {
  composeFailedRefund,
  composeLostOrder,
  composeOwnerEmail,
  composeRefusedRefund,
  composeSummary,
} from "./owner-emails.ts";
import type { OwnerSummary } from "./owner-summary.ts";
import { statusPathOf } from "./status-path.ts";
import { type Receiver, tagOf } from "./unsent-emails.ts";
import * as words from "./words.ts";

type OrderEmailsOptions = {
  /** The look of the artist's emails; the default one if left out. */
  emailLook?: (() => EmailLook) | undefined;
  sendEmail: SendEmail;
  shopName: () => string;
  /** The artist's language, used for amounts and days. */
  language: () => string;
  publicUrl: string;
  /** The owner's address for notifications. */
  ownerEmail: string;
  /** A pino logger, for example. */
  log: { error: (fields: object, message: string) => void };
};

/**
 * Writes emails to the buyer and the owner; settles once they are on disk. If an email can never be sent, the log gets
 * the order's number without the recipient, and the order does not change. If an email could be written later, as with
 * a full disk, the promise rejects. A second call with the same due id writes only the missing emails.
 */
export function createOrderEmails(
  options: OrderEmailsOptions & {
    /** The shop's time zone. */
    timeZone: () => string;
    /** Address for buyers' replies; if undefined, they go to the sender of the emails. */
    contactEmail: () => string | undefined;
  },
): (event: OrderEvent, dueId: number, toOwner: boolean) => Promise<void> {
  const { shopName, language, timeZone, contactEmail, publicUrl } = options;
  /** Recipients whose email is written, by due id, until all emails of this id are written. */
  const written = new Map<number, Set<Receiver>>();

  return async (event, dueId, toOwner) => {
    const { type, order } = event;
    const done = written.get(dueId) ?? new Set();
    written.set(dueId, done);
    const writeOnce = async (to: Receiver, whom: Whom, content: EmailContent | undefined, button: Link) => {
      if (content === undefined || done.has(to)) return;
      await write(
        options,
        { ...whom, tag: tagOf(order, to) },
        { ...content, button },
        { order: order.number, about: type },
      );
      done.add(to);
    };
    const replyTo = contactEmail();
    const sender = { shopName: shopName(), language: language(), timeZone: timeZone() };
    const linkToStatus = { words: words.lookAtOrder, href: `${publicUrl}${statusPathOf(order)}` };
    const emails = [
      writeOnce(
        "buyer",
        { to: order.email, ...(replyTo !== undefined && { replyTo }), reply: words.replyToShop },
        isErased(order) ? undefined : composeBuyerEmail(event, sender),
        linkToStatus,
      ),
      writeOnce(
        "owner",
        toOwnerFrom(options, order.email),
        toOwner ? composeOwnerEmail(event, sender) : undefined,
        linkToOrder(publicUrl, order.number),
      ),
    ];
    // If one email fails, the other is still written.
    await Promise.allSettled(emails);
    await Promise.all(emails);
    written.delete(dueId);
  };
}

/** Writes the summary of all events about which the owner got no separate email. */
export function createSummaryEmail(options: OrderEmailsOptions): (summary: OwnerSummary) => Promise<void> {
  const button = linkToDashboard(options.publicUrl);
  return (summary) =>
    write(
      options,
      { to: options.ownerEmail },
      { ...composeSummary(summary, options.language()), button },
      {
        order: "several",
        about: "summary",
      },
    );
}

/** Notifies the owner of a payment that was refunded because its order is missing. */
export function createLostOrderEmail(options: OrderEmailsOptions): (lost: LostOrder) => Promise<void> {
  const button = linkToDashboard(options.publicUrl);
  return (lost) =>
    write(
      options,
      toOwnerFrom(options, lost.email),
      { ...composeLostOrder(lost), button },
      {
        order: lost.number,
        about: "lost",
      },
    );
}

/** Notifies the owner of a payment that they have to refund by hand. */
export function createRefusedRefundEmail(options: OrderEmailsOptions): (refused: RefusedRefund) => Promise<void> {
  const { publicUrl, language } = options;
  return (refused) => {
    const { number, email, isLost } = refused;
    const button = isLost ? linkToDashboard(publicUrl) : linkToOrder(publicUrl, number);
    const about: About = { order: number, about: "refund refused" };
    return write(options, toOwnerFrom(options, email), { ...composeRefusedRefund(refused, language()), button }, about);
  };
}

/** Notifies the owner of a refund that did not reach the buyer. */
export function createFailedRefundEmail(options: OrderEmailsOptions): (failed: FailedRefund) => Promise<void> {
  const { publicUrl, language } = options;
  return (failed) => {
    const { number, email } = failed;
    const button = email === "" ? linkToDashboard(publicUrl) : linkToOrder(publicUrl, number);
    const about: About = { order: number, about: "refund failed" };
    return write(options, toOwnerFrom(options, email), { ...composeFailedRefund(failed, language()), button }, about);
  };
}

/** Log fields of an email that could not be sent. */
type About = {
  order: number | string;
  about: OrderEvent["type"] | "lost" | "refund refused" | "refund failed" | "summary";
};

/** Recipient of an email, and its tag; `reply` is the sentence in the email that says who gets a reply. */
type Whom = Pick<EmailMessage, "to" | "replyTo" | "tag"> & Pick<EmailContent, "reply">;

function linkToOrder(publicUrl: string, number: number | string): Link {
  return { words: words.orderOnDashboard, href: `${publicUrl}${ADMIN_PATH}?${ORDER_IN_ADDRESS}=${number}` };
}

/** Link for an order that is missing in the dashboard, where another order may have its number. */
function linkToDashboard(publicUrl: string): Link {
  return { words: words.dashboard, href: `${publicUrl}${ADMIN_PATH}` };
}

/** Sets the buyer as the reply address: the sender is the shop itself, so a reply would come back to the owner. */
function toOwnerFrom({ ownerEmail }: OrderEmailsOptions, buyer: string): Whom {
  return { to: ownerEmail, replyTo: buyer, ...(buyer !== "" && { reply: words.replyToBuyer }) };
}

async function write(
  { sendEmail, shopName, publicUrl, emailLook, log }: OrderEmailsOptions,
  { reply, ...whom }: Whom,
  content: EmailContent,
  about: About,
): Promise<void> {
  const rendered = renderEmail(
    { ...content, ...(reply !== undefined && { reply }) },
    { name: shopName(), siteUrl: publicUrl, ...(emailLook && { look: emailLook() }) },
  );
  const email: EmailMessage = { ...whom, ...rendered, about };
  try {
    await sendEmail(email);
  } catch (error) {
    // The error's message could contain an address.
    const reason = error instanceof Error ? error.name : "unknown";
    log.error({ ...about, reason }, "an email about an order could not be sent");
    if (!isNeverTaken(error)) throw notOnDisk();
  }
}

/** The error has no cause: it would be logged, and could contain an address. */
function notOnDisk(): Error {
  return new Error("An email about an order could not be put on disk.");
}
