import type { OrderEntry } from "@porchlight/protocol/orders.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { addressWithOrder, readRequestedOrder } from "../shared/order-in-address.ts";

/** Which order is open, as the address says. */
type OpenedOrder = {
  opened: Pick<OrderEntry, "id" | "number"> | undefined;
  open: (order: OrderEntry) => void;
  /** Back to the list, as the back button does it. */
  close: () => void;
};

/**
 * Keeps the address in step, `/?order=1004#/admin` while an order is open. Going back closes it, reloading opens it again.
 *
 * @param onChange called when the visitor goes to an order or back to the list
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
      // The entry shares its state with that of the list, so it is scrolled to the same place; see app/places.ts.
      history.pushState({ ...history.state, isOverList: true }, "", addressWithOrder(order));
      show(order);
    },
    close() {
      // An email's link leads to the order alone.
      if (history.state?.isOverList) history.back();
      else history.replaceState(history.state, "", addressWithOrder(undefined));
      show(undefined);
    },
  };
}
