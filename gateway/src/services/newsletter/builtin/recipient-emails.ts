import type { Reader } from "../../../data/statements.ts";
import type { BatchEmail, BatchMail, PreparedEmail } from "../../shared/batch-email.ts";
import { UNSUBSCRIBE_PLACEHOLDER } from "../compose/contract.ts";
import type { NewsletterList } from "../list.ts";
import type { RecipientKey } from "./recipients.ts";

/** The parts of an email, as they are stored when sending begins. */
type Parts = Pick<BatchEmail, "subject" | "html" | "text">;
type Receiver = Pick<BatchEmail, "to" | "messageId" | "returnPath"> & { newsletterId: number; token: string };

type RecipientEmailsOptions = {
  read: Reader;
  list: Pick<NewsletterList, "tokens">;
  /** Returns the function that makes the mark of an email, which its Message-ID holds. */
  openMarks: () => (newsletterId: number, email: string) => string;
  publicUrl: string;
  returnPath?: ((recipient: RecipientKey) => string | undefined) | undefined;
  clock: () => Date;
};

/** Makes the email of each recipient. Emails differ only in their receiver and in the unsubscribe link and headers. */
interface RecipientEmails {
  /** Makes the function that prepares the emails of a newsletter that is being sent. */
  forNewsletter(mail: BatchMail, id: number): (recipient: RecipientKey) => Promise<PreparedEmail>;
  /** Puts a receiver into an email. */
  toEmail(parts: Parts, receiver: Receiver): BatchEmail;
}

export function createRecipientEmails(options: RecipientEmailsOptions): RecipientEmails {
  const { read, list, openMarks, publicUrl, returnPath, clock } = options;
  const listId = `newsletter.${new URL(publicUrl).hostname}`;

  function toEmail({ subject, ...parts }: Parts, { newsletterId, token, ...receiver }: Receiver): BatchEmail {
    const link = `${publicUrl}/unsubscribe?t=${token}&n=${newsletterId}`;
    return { ...receiver, subject, ...withLink(parts, link), date: clock(), unsubscribeLink: link, listId };
  }

  return {
    toEmail,
    forNewsletter(mail, id) {
      // A newsletter that is being sent has its parts.
      const parts = read.get<Parts>("SELECT subject, html, text FROM newsletters WHERE id = ?", id)!;
      const tokenOf = list.tokens?.();
      const markOf = openMarks();
      return (recipient) => {
        const { email: to } = recipient;
        return mail.prepare(
          toEmail(parts, {
            to,
            newsletterId: id,
            token: tokenOf?.(to) ?? storedToken(read, recipient),
            // A retry of the email has the same id.
            messageId: `<${markOf(id, to)}@${mail.domain}>`,
            returnPath: returnPath?.(recipient),
          }),
        );
      };
    },
  };
}

/** Puts the address of the recipient's unsubscribe page into both parts of an email. */
export function withLink({ html, text }: Pick<Parts, "html" | "text">, link: string): Pick<Parts, "html" | "text"> {
  return {
    html: html.replaceAll(UNSUBSCRIBE_PLACEHOLDER, link.replaceAll("&", "&amp;")),
    text: text.replaceAll(UNSUBSCRIBE_PLACEHOLDER, link),
  };
}

function storedToken(read: Reader, { newsletterId, domain, id }: RecipientKey): string {
  const row = read.get<{ token: string }>(
    "SELECT token FROM newsletter_recipients WHERE newsletter_id = ? AND domain = ? AND id = ?",
    newsletterId,
    domain,
    id,
  );
  return row?.token ?? "";
}
