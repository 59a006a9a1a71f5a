import { keyFor } from "../../../../data/list-secret.ts";

/**
 * Marks what this site begins at the card processor, where other sites may have the same account. A restored backup
 * leaves it as it is; a copy of the data at another address, such as a rehearsal, has another.
 *
 * @param secret of the data file's list
 * @returns 43 characters, which say nothing about the secret
 */
export function siteMark(secret: string, publicUrl: string): string {
  return keyFor(`card payments of ${publicUrl}`, secret).toString("base64url");
}
