/** Name of the flag that says, for the first paint only, that the owner was signed in. Source: docs/product.md §4. */
const FLAG = "admin-authenticated";

/** Whether the owner was signed in when this page was last open. It opens nothing by itself. */
export function readHint(): boolean {
  try {
    return sessionStorage.getItem(FLAG) === "true";
  } catch {
    return false;
  }
}

/** Sets or clears the flag. Storage may be forbidden; then nothing is hinted at. */
export function writeHint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) sessionStorage.setItem(FLAG, "true");
    else sessionStorage.removeItem(FLAG);
  } catch {
    // Private windows of some browsers forbid it.
  }
}
