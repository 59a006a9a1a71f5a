import { readStored, session, writeStored } from "../../../lib/storage.ts";

/** Flag of a signed-in owner, for the first paint only. Source: docs/product.md §4. */
const FLAG = "admin-authenticated";

/** Whether the owner was signed in before this page load. It gives no access. */
export const readHint = () => readStored(session, FLAG) === "true";

export function writeHint(isSignedIn: boolean): void {
  writeStored(session, FLAG, isSignedIn ? "true" : null);
}
