import * as words from "./words.ts";

/** What an email says. A paragraph is one line or several. */
export type EmailContent = { subject: string; paragraphs: readonly (string | readonly string[])[] };

/** The shop, and how it formats amounts and days. */
export type Sender = {
  shopName: string;
  language: string;
  /** The shop's time zone. */
  timeZone: string;
};

/** The text of an email, with a greeting and the shop's name at its end. */
export function toText(paragraphs: EmailContent["paragraphs"], shopName: string): string {
  const blocks = [words.greeting, ...paragraphs, shopName].map((block) =>
    typeof block === "string" ? block : block.join("\n"),
  );
  return `${blocks.join("\n\n")}\n`;
}
