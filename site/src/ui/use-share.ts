import { useState } from "react";

/** The result of sharing: nothing to report, copied, or to be copied by hand. */
type Shared = "not-yet" | "copied" | "by-hand";

/**
 * Shares an address by the device's own dialog, or copies it to the clipboard. If neither is allowed, the page has to
 * show the address, so that the visitor can copy it by hand.
 */
export function useShare(title: string, address: string): { share: () => Promise<void>; shared: Shared } {
  const [shared, setShared] = useState<Shared>("not-yet");

  async function share() {
    try {
      // Most desktop browsers do not have this function.
      if (navigator.share) return await navigator.share({ title, url: address });
      await navigator.clipboard.writeText(address);
      setShared("copied");
    } catch (error) {
      // The visitor closed the device's dialog, or it is still open.
      if (error instanceof DOMException && ["AbortError", "InvalidStateError"].includes(error.name)) return;
      setShared("by-hand");
    }
  }

  return { share, shared };
}
