import type { OrderEntry } from "@porchlight/protocol/orders.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { addressWithOrder, readRequestedOrder } from "../shared/order-in-address.ts";

/** The open order. The address names it. */
type OpenedOrder = {
  opened: Pick<OrderEntry, "id" | "number"> | undefined;
  open: (order: OrderEntry) => void;
  /** Returns to the list, as the browser's back button does. */
  close: () => void;
};

/**
 * Updates the address: `/?order=1004#/admin` while an order is open. Going back closes the order, a reload opens it.
 *
 * @param onChange called when the owner opens an order or returns to the list
 */
export function useOpenedOrder(onChange: () => void): OpenedOrder {
  const [opened, setOpened] = useState(readRequestedOrder);
  const show = (order: OpenedOrder["opened"]) => {
    onChange();
    setOpened(order);
  };

  const follow = useEffectEvent(() => show(readRequestedOrder()));
  useEffect(() => {
    const onPopState = () => follow();
    addEventListener("popstate", onPopState);
    return () => removeEventListener("popstate", onPopState);
  }, []);

  return {
    opened,
    open(order) {
      // This copies the state of the list's entry, so both have the same scroll position; see app/scroll-positions.ts.
      history.pushState({ ...history.state, isOverList: true }, "", addressWithOrder(order));
      show(order);
    },
    close() {
      // A link in an email opens the order at once, so there may be no list to go back to.
      if (history.state?.isOverList) history.back();
      else history.replaceState(history.state, "", addressWithOrder(undefined));
      show(undefined);
    },
  };
}
