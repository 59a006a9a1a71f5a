import type { NewsletterSettings } from "@porchlight/protocol/newsletters.ts";
import type { Reader, Writer } from "../../../data/statements.ts";

/** Without the owner's choice: a sign-up counts at once, and nothing slows emails down. */
const DEFAULTS: NewsletterSettings = { postalAddress: "", isConfirmed: false, welcome: { subject: "", body: "" } };

/** Reads the owner's settings of newsletters. */
export function readNewsletterSettings(reader: Reader): NewsletterSettings {
  const row = reader.get<{ settings: string }>("SELECT settings FROM newsletter_settings");
  // The dashboard's requests are validated before they are stored.
  return row === undefined ? DEFAULTS : { ...DEFAULTS, ...(JSON.parse(row.settings) as NewsletterSettings) };
}

/** Stores the owner's settings of newsletters. */
export function storeNewsletterSettings(writer: Writer, settings: NewsletterSettings): void {
  writer.run(
    "INSERT INTO newsletter_settings (id, settings) VALUES (1, ?) ON CONFLICT DO UPDATE SET settings = excluded.settings",
    JSON.stringify(settings),
  );
}
