/** What an email says. A paragraph is one line or several. */
export type Words = { subject: string; paragraphs: readonly (string | readonly string[])[] };

/** The shop, and how it formats amounts and days. */
export type Sender = {
  shopName: string;
  language: string;
  /** The shop's time zone. */
  timeZone: string;
};
