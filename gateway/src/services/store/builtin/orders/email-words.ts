/** What an email says. A paragraph is one line or several. */
export type Words = { subject: string; paragraphs: readonly (string | readonly string[])[] };

/** Whose shop writes, and how it writes amounts and days. */
export type Sender = {
  shopName: string;
  language: string;
  /** Name of the time zone that the shop's days are of. */
  timeZone: string;
};
