import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import type { Letter, SendLetter } from "../../../messengers.ts";
import { type Words, wordsToBuyer } from "./letter-to-buyer.ts";
import { wordsToOwner } from "./letter-to-owner.ts";
import type { OrderEvent } from "./order-event.ts";
import { statusPathOf } from "./status-path.ts";

/** What letters about orders need. */
export type OrderLettersOptions = {
  sendLetter: SendLetter;
  shopName: () => string;
  publicUrl: string;
  /** Where word of new orders goes. */
  ownerEmail: string;
  /** pino's logger fits. */
  log: { error: (fields: object, message: string) => void };
};

/**
 * Writes to the buyer, and of new orders to the owner. A letter that cannot be sent is logged by the order's number,
 * without whom it was for, and changes nothing about the order.
 */
export function createOrderLetters(options: OrderLettersOptions): (event: OrderEvent) => void {
  const { sendLetter, shopName, publicUrl, ownerEmail, log } = options;

  async function write(to: string, words: Words, link: readonly string[], { type, order }: OrderEvent): Promise<void> {
    const letter: Letter = { to, subject: words.subject, text: textOf([...words.paragraphs, link], shopName()) };
    try {
      await sendLetter(letter);
    } catch (error) {
      // Its message could hold an address.
      const reason = error instanceof Error ? error.name : "unknown";
      log.error({ order: order.number, about: type, reason }, "a letter about an order could not be sent");
    }
  }

  return (event) => {
    const { order } = event;
    const toBuyer = wordsToBuyer(event, { shopName: shopName() });
    if (toBuyer) {
      const link = ["You can look at your order at any time:", `${publicUrl}${statusPathOf(order)}`];
      void write(order.email, toBuyer, link, event);
    }
    const toOwner = wordsToOwner(event);
    if (toOwner) void write(ownerEmail, toOwner, ["Your desk:", `${publicUrl}${ADMIN_PATH}`], event);
  };
}

function textOf(paragraphs: Words["paragraphs"], shopName: string): string {
  const blocks = ["Hello,", ...paragraphs, shopName].map((block) =>
    typeof block === "string" ? block : block.join("\n"),
  );
  return `${blocks.join("\n\n")}\n`;
}
