import { deriveKey } from "../../../../data/list-secret.ts";

/**
 * Marks payments of this site, because other sites may share the account at the card processor. A restored backup does
 * not change the mark. A copy of the data at another address, such as a test site, has another mark.
 *
 * @param secret the secret of the list in the data file
 * @returns 43 characters, which do not reveal the secret
 */
export function siteMark(secret: string, publicUrl: string): string {
  return deriveKey(`card payments of ${publicUrl}`, secret).toString("base64url");
}
