import type { Bounce } from "@porchlight/protocol/newsletters.ts";
import type { Writer } from "../../../data/statements.ts";
import { recordBounce } from "./record-bounce.ts";

/**
 * Stores that an address bounced or complained in an imported list, unless the same list said so before: the owner may
 * have let it get newsletters again.
 *
 * @param origin where the list comes from, `mailchimp`
 */
export function recordImportedBounce(
  writer: Writer,
  { email, kind, at, origin }: Pick<Bounce, "email" | "at"> & { kind: "hard" | "complaint"; origin: string },
): void {
  const reason = `import:${origin}`;
  const before = writer.get("SELECT 1 FROM bounces WHERE email = ? AND kind = ? AND reason = ?", email, kind, reason);
  if (before === undefined) recordBounce(writer, { email, kind, at, reason, newsletterId: undefined });
}
