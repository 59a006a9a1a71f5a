import { productPath, SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { useCallback, useState } from "react";
import { addressPart } from "../../lib/address-part.ts";
import { useOwnLinks } from "../../ui/use-own-links.ts";

/** Address of the shop under the hash. */
const SHOP_ROUTE = `/#${SCREEN_PATHS.shop}`;

/** @returns the handle of the product in an address */
function parseHandle(address: { pathname: string; hash: string }): string | undefined {
  return addressPart("shop", address);
}

type ProductRoute = {
  handle: string | undefined;
  /** Closes the product as the back button does. */
  close: () => void;
  /** Removes an unknown product from the address, so that the back button does not lead to it either. */
  discard: () => void;
};

/**
 * Handles links to products while the shop is shown, and writes the open product to the address: `/#/shop/{handle}`.
 * The back button closes the product, and a reload opens it again.
 *
 * @param first handle of the product whose own page this is
 */
export function useProductRoute(first: string | undefined): ProductRoute {
  const [handle, setHandle] = useState(first);

  const follow = useCallback(() => setHandle(parseHandle(location)), []);
  const open = useCallback((link: HTMLAnchorElement, event: MouseEvent) => {
    const opened = parseHandle(link);
    if (opened === undefined) return;
    event.preventDefault();
    const address = `/#${productPath(opened)}`;
    const present = parseHandle(location);
    // This copies the state of the shop's entry, so both have the same scroll position; see app/scroll-positions.ts.
    if (present === undefined) history.pushState({ ...history.state, isOverShop: true }, "", address);
    else history.replaceState(history.state, "", address);
    setHandle(opened);
  }, []);
  useOwnLinks(open, follow);

  const discard = useCallback(() => {
    history.replaceState(history.state, "", SHOP_ROUTE);
    setHandle(undefined);
  }, []);

  const close = useCallback(() => {
    if (!history.state?.isOverShop) return discard();
    setHandle(undefined);
    history.back();
  }, [discard]);

  return { handle, close, discard };
}
