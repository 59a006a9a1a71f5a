/** What an email says. A paragraph is one line or several. */
export type Words = { subject: string; paragraphs: readonly (string | readonly string[])[] };

/** Whose shop writes. */
export type Sender = { shopName: string };
