import type { Reader } from "../../data/statements.ts";

/** The subscriber list, as newsletters use it. */
export interface NewsletterList {
  /** Table with the subscribers: `id`, `email`, `status`, `source`, `subscribed_at`; and `token` if the list is elsewhere. */
  readonly table: string;
  /** Whether the list is at a provider. It can be read only while the owner is there. */
  readonly isHosted: boolean;
  /**
   * Reads a list at a provider into the table.
   *
   * @param authorization the owner's header
   */
  refresh(authorization: string): Promise<void>;
  /** Whether an address is active on the list. A list at a provider is not queried again. */
  isActive(reader: Reader, email: string): boolean;
  /** Returns the function that makes the token of an address's unsubscribe link. */
  openTokens(authorization: string): Promise<(email: string) => string>;
  /** The same for a built-in list, while the owner is not there. */
  readonly tokens?: () => (email: string) => string;
}
