/** Flag of a signed-in owner, for the first paint only. Source: docs/product.md §4. */
const FLAG = "admin-authenticated";

/** Whether the owner was signed in before this page load. It gives no access. */
export function readHint(): boolean {
  try {
    return sessionStorage.getItem(FLAG) === "true";
  } catch {
    return false;
  }
}

/** Sets or clears the flag, if storage is allowed. */
export function writeHint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) sessionStorage.setItem(FLAG, "true");
    else sessionStorage.removeItem(FLAG);
  } catch {
    // Private windows of some browsers forbid it.
  }
}
