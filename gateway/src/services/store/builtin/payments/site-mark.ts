import { deriveKey } from "../../../../data/list-secret.ts";

/**
 * The mark of this site's payments, because other sites may use the same account at the card processor. Restoring a
 * backup does not change it. A copy of the data at another address, such as a test site, has another mark.
 *
 * @param secret the secret of the subscriber list in the data file
 * @returns 43 characters, which do not reveal the secret
 */
export function siteMark(secret: string, publicUrl: string): string {
  return deriveKey(`card payments of ${publicUrl}`, secret).toString("base64url");
}
