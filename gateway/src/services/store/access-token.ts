import { createHash } from "node:crypto";

/**
 * Derives the public Storefront access token for browsers. It is the same at every gateway with the same settings.
 *
 * @param name the text from which the token is derived; the token does not reveal it
 */
export function deriveAccessToken(name: string): string {
  return createHash("sha256").update(`storefront ${name}`).digest("hex").slice(0, 32);
}
