import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import { ORDER_IN_ADDRESS } from "@porchlight/protocol/orders.ts";
import { type EmailMessage, isNeverTaken, type SendEmail } from "../../../shared/outgoing-messages.ts";
import { wordsToBuyer } from "./buyer-emails.ts";
import type { Words } from "./email-words.ts";
import type { FailedRefund, LostOrder, OrderEvent, RefusedRefund } from "./order-event.ts";
import {
  wordsAboutFailedRefund,
  wordsAboutLostOrder,
  wordsAboutRefusedRefund,
  wordsOfSummary,
  wordsToOwner,
} from "./owner-emails.ts";
import type { OwnerSummary } from "./owner-summary.ts";
import { statusPathOf } from "./status-path.ts";
import { type Receiver, tagOf } from "./unsent-emails.ts";

/** What emails about orders need. */
type OrderEmailsOptions = {
  sendEmail: SendEmail;
  shopName: () => string;
  /** The artist's language, in which amounts are written. */
  language: () => string;
  publicUrl: string;
  /** Where word of new orders goes. */
  ownerEmail: string;
  /** pino's logger fits. */
  log: { error: (fields: object, message: string) => void };
};

/**
 * Writes to the buyer and to the owner; settles once the emails lie on disk. An email that is not taken is logged by the
 * order's number, without whom it was for, and changes nothing about the order. Where one could be taken later, as on a
 * full disk, it rejects; so do those below. Told again by the same note it writes what found no room alone.
 */
export function createOrderEmails(
  options: OrderEmailsOptions & {
    /** Name of the time zone that the shop's days are of. */
    timeZone: () => string;
  },
): (event: OrderEvent, note: number, toOwner: boolean) => Promise<void> {
  const { shopName, language, timeZone, publicUrl } = options;
  /** Who has theirs, of each note whose other email has found no room yet. */
  const written = new Map<number, Set<Receiver>>();

  return async (event, note, toOwner) => {
    const { type, order } = event;
    const done = written.get(note) ?? new Set();
    written.set(note, done);
    const writeOnce = async (to: Receiver, whom: Whom, words: Words | undefined, link: readonly string[]) => {
      if (words === undefined || done.has(to)) return;
      await write(options, { ...whom, tag: tagOf(order, to) }, [words, link], { order: order.number, about: type });
      done.add(to);
    };
    const sender = { shopName: shopName(), language: language(), timeZone: timeZone() };
    const linkToStatus = ["You can look at your order at any time:", `${publicUrl}${statusPathOf(order)}`];
    const emails = [
      writeOnce("buyer", { to: order.email }, wordsToBuyer(event, sender), linkToStatus),
      writeOnce(
        "owner",
        toOwnerFrom(options, order.email),
        toOwner ? wordsToOwner(event, sender) : undefined,
        linkToOrder(publicUrl, order.number),
      ),
    ];
    // One that finds no room keeps no other from being tried.
    await Promise.allSettled(emails);
    await Promise.all(emails);
    written.delete(note);
  };
}

/** Writes to the owner in one email what happened beyond those that they got about single orders. */
export function createSummaryEmail(options: OrderEmailsOptions): (summary: OwnerSummary) => Promise<void> {
  const link = linkToDashboard(options.publicUrl);
  return (summary) =>
    write(options, { to: options.ownerEmail }, [wordsOfSummary(summary, options.language()), link], {
      order: "several",
      about: "summary",
    });
}

/** Writes to the owner of a payment that was paid back because its order is not here any more. */
export function createLostOrderEmail(options: OrderEmailsOptions): (lost: LostOrder) => Promise<void> {
  const link = linkToDashboard(options.publicUrl);
  return (lost) =>
    write(options, toOwnerFrom(options, lost.email), [wordsAboutLostOrder(lost), link], {
      order: lost.number,
      about: "lost",
    });
}

/** Writes to the owner of a payment that they have to pay back by hand. */
export function createRefusedRefundEmail(options: OrderEmailsOptions): (refused: RefusedRefund) => Promise<void> {
  const { publicUrl, language } = options;
  return (refused) => {
    const { number, email, isLost } = refused;
    const link = isLost ? linkToDashboard(publicUrl) : linkToOrder(publicUrl, number);
    const about: About = { order: number, about: "refund refused" };
    return write(options, toOwnerFrom(options, email), [wordsAboutRefusedRefund(refused, language()), link], about);
  };
}

/** Writes to the owner of a refund that did not reach the buyer. */
export function createFailedRefundEmail(options: OrderEmailsOptions): (failed: FailedRefund) => Promise<void> {
  const { publicUrl, language } = options;
  return (failed) => {
    const { number, email } = failed;
    const link = email === "" ? linkToDashboard(publicUrl) : linkToOrder(publicUrl, number);
    const about: About = { order: number, about: "refund failed" };
    return write(options, toOwnerFrom(options, email), [wordsAboutFailedRefund(failed, language()), link], about);
  };
}

/** What a log says of an email that could not be sent. */
type About = {
  order: number | string;
  about: OrderEvent["type"] | "lost" | "refund refused" | "refund failed" | "summary";
};

/** Whom an email is to, and by what it is found. */
type Whom = Pick<EmailMessage, "to" | "replyTo" | "tag">;

/** Words, and where they lead. */
type LinkedWords = [Words, link: readonly string[]];

function linkToOrder(publicUrl: string, number: number | string): string[] {
  return ["The order on your dashboard:", `${publicUrl}${ADMIN_PATH}?${ORDER_IN_ADDRESS}=${number}`];
}

/** For an order that the dashboard does not have; it may have another one with that number. */
function linkToDashboard(publicUrl: string): string[] {
  return ["Your dashboard:", `${publicUrl}${ADMIN_PATH}`];
}

/** The sender is the shop itself: an answer would come back to the owner. */
function toOwnerFrom({ ownerEmail }: OrderEmailsOptions, buyer: string): Whom {
  return { to: ownerEmail, replyTo: buyer };
}

async function write(
  { sendEmail, shopName, log }: OrderEmailsOptions,
  whom: Whom,
  [{ subject, paragraphs }, link]: LinkedWords,
  about: About,
): Promise<void> {
  const email: EmailMessage = { ...whom, subject, text: textOf([...paragraphs, link], shopName()), about };
  try {
    await sendEmail(email);
  } catch (error) {
    // Its message could hold an address.
    const reason = error instanceof Error ? error.name : "unknown";
    log.error({ ...about, reason }, "an email about an order could not be sent");
    if (!isNeverTaken(error)) throw notOnDisk();
  }
}

/** Without its cause, which is logged and could hold an address. */
function notOnDisk(): Error {
  return new Error("An email about an order could not be put on disk.");
}

function textOf(paragraphs: Words["paragraphs"], shopName: string): string {
  const blocks = ["Hello,", ...paragraphs, shopName].map((block) =>
    typeof block === "string" ? block : block.join("\n"),
  );
  return `${blocks.join("\n\n")}\n`;
}
