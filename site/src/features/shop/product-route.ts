import { productPath, SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { useCallback, useState } from "react";
import { addressPart } from "../../lib/address-part.ts";
import { useOwnLinks } from "../../ui/use-own-links.ts";

/** Address of the shop under the hash. */
const SHOP_ROUTE = `/#${SCREEN_PATHS.shop}`;

/** Handle of the product that an address names. */
function handleAt(address: { pathname: string; hash: string }): string | undefined {
  return addressPart("shop", address);
}

/** Which product is open, as the address says. */
export type ProductRoute = {
  handle: string | undefined;
  /** Back to the shop alone, as the back button does it. */
  close: () => void;
  /** The same for an address that never led anywhere: going back does not find it again. */
  discard: () => void;
};

/**
 * Follows links to products while the shop is shown, and keeps the address in step: `/#/shop/{handle}` while a product
 * is open. Going back closes it, reloading opens it again.
 *
 * @param first handle of the product that the page came with
 */
export function useProductRoute(first: string | undefined): ProductRoute {
  const [handle, setHandle] = useState(first);

  const follow = useCallback(() => setHandle(handleAt(location)), []);
  const open = useCallback((link: HTMLAnchorElement, event: MouseEvent) => {
    const opened = handleAt(link);
    if (opened === undefined) return;
    event.preventDefault();
    const address = `/#${productPath(opened)}`;
    const present = handleAt(location);
    // The entry shares its state with that of the shop, so it is scrolled to the same place; see app/places.ts.
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
