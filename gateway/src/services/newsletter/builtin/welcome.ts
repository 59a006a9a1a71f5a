import { addressHash } from "../../../data/address-hash.ts";
import type { DataFile } from "../../../data/data-file.ts";
import { listSecret } from "../../../data/list-secret.ts";
import type { Writer } from "../../../data/statements.ts";
import { mailboxKey } from "../../../lib/email-address.ts";
import { isNeverTaken, type SendEmail } from "../../shared/outgoing-messages.ts";
import type { Composer } from "../compose/contract.ts";
import type { NewsletterList } from "../list.ts";
import { withLink } from "./recipient-emails.ts";
import { readNewsletterSettings } from "./settings.ts";

/** How long the email is tried, in milliseconds. */
const WELCOME_LIFE_MS = 7 * 24 * 60 * 60_000;

const ADD = "INSERT INTO welcome_emails (mailbox_hash, at, email) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
const DUE = `
  SELECT mailbox_hash AS mailbox, at, email FROM welcome_emails WHERE email IS NOT NULL ORDER BY at LIMIT 1`;
const CLAIM = "UPDATE welcome_emails SET email = NULL WHERE mailbox_hash = ? AND email IS NOT NULL";
const PUT_BACK = "UPDATE welcome_emails SET email = ? WHERE mailbox_hash = ?";

type Due = { mailbox: string; at: string; email: string };

/**
 * Queues the owner's welcome for an address that has just confirmed, in the same commit. A mailbox gets it once. Nothing
 * is queued while the owner has written none, or the postal address is missing.
 */
export function queueWelcome(writer: Writer, email: string, at: string): void {
  const { welcome, postalAddress } = readNewsletterSettings(writer);
  if ([welcome.subject, welcome.body, postalAddress].some((text) => text.trim() === "")) return;
  writer.run(ADD, addressHash(listSecret(writer), mailboxKey(email)), at, email);
}

type WelcomesOptions = {
  data: DataFile;
  composer: Pick<Composer, "compose">;
  list: Pick<NewsletterList, "isActive" | "tokens">;
  sendEmail: SendEmail;
  publicUrl: string;
  log: { warn: (fields: object, message: string) => void };
};

/** Sends the welcomes that are queued. @returns the function that does so; to be called regularly */
export function createWelcomes(options: WelcomesOptions): () => Promise<void> {
  const { data, composer, list, sendEmail, publicUrl, log } = options;
  let warnedOf = "";

  async function compose() {
    const { welcome, postalAddress } = readNewsletterSettings(data.read);
    const composed = await composer.compose({ ...welcome, preheader: "" }, { mark: "welcome", postalAddress });
    const problems = composed.problems.map(({ message }) => message).join(" ");
    if (problems !== warnedOf && problems !== "") log.warn({ problems }, "the welcome email is not sent like this");
    warnedOf = problems;
    return problems === "" ? { ...composed, subject: welcome.subject } : undefined;
  }

  return async () => {
    const tokenOf = list.tokens?.();
    if (tokenOf === undefined || data.read.get(DUE) === undefined) return;
    const composed = await compose();
    if (composed === undefined) return;
    for (;;) {
      const due = data.read.get<Due>(DUE);
      if (due === undefined) return;
      // Claimed before it is sent, so that a crash or a second gateway never sends it twice.
      if ((await data.write((writer) => writer.run(CLAIM, due.mailbox))) === 0) continue;
      if (!list.isActive(data.read, due.email)) continue;
      const link = `${publicUrl}/unsubscribe?t=${tokenOf(due.email)}`;
      try {
        await sendEmail({
          to: due.email,
          subject: composed.subject,
          ...withLink(composed, link),
          stopLink: link,
          until: new Date(Date.parse(due.at) + WELCOME_LIFE_MS),
          about: { about: "a welcome" },
        });
      } catch (error) {
        if (isNeverTaken(error)) continue;
        await data.write((writer) => writer.run(PUT_BACK, due.email, due.mailbox));
        throw error;
      }
    }
  };
}
