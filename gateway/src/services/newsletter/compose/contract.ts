import type {
  NewNewsletter,
  NewsletterChoices,
  NewsletterText,
  SendingProblem,
} from "@porchlight/protocol/newsletters.ts";

/**
 * A placeholder in both parts of an email for the address of the recipient's unsubscribe page. Nothing else differs
 * between recipients. The name is reserved, so no text of the owner means it. Source: RFC 2606 §2.
 */
export const UNSUBSCRIBE_PLACEHOLDER = "https://unsubscribe.invalid/";

/**
 * A newsletter as it goes out, the same for all recipients.
 *
 * @property html HTML part, with {@link UNSUBSCRIBE_PLACEHOLDER}
 * @property text text part, with {@link UNSUBSCRIBE_PLACEHOLDER}
 * @property webHtml the words and blocks for the archive and the feed: HTML without a document around it, without
 * script, with absolute addresses, and nothing personal
 * @property problems why it cannot be sent like this: a block that names nothing, an HTML part above 90 kB, …
 */
export type ComposedNewsletter = { html: string; text: string; webHtml: string; problems: SendingProblem[] };

/** Turns what the owner writes into emails. */
export interface Composer {
  /**
   * Composes an email. Problems do not prevent a preview: a block that names nothing is shown as a note to the owner.
   *
   * @param mark marks the links to the site, the same for all readers; `newsletter-12`
   * @param postalAddress the sender's address, in lines
   * @param webPath path of its public page, `/newsletters/12`; absent if it gets none
   */
  compose(
    text: NewsletterText,
    options: { mark: string; postalAddress: string; webPath?: string },
  ): Promise<ComposedNewsletter>;
  /**
   * Writes the first text of a newsletter about a release or a show.
   *
   * @returns undefined if there is no such release or show
   */
  begin(from: Exclude<NewNewsletter["from"], undefined | { newsletter: number }>): Promise<NewsletterText | undefined>;
  /** What blocks can name. */
  choices(): Promise<Pick<NewsletterChoices, "products" | "releases" | "shows" | "pictures">>;
}
