import { ORDERS_TAB_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useCopy } from "../shared/use-copy.ts";
import { copyAddress } from "./words.ts";

const COPIED = {
  none: "",
  copied: ORDERS_TAB_MESSAGES.addressCopied,
  marked: ORDERS_TAB_MESSAGES.addressMarked,
} as const;

/** An address as on a parcel, with a button to copy it. */
export function OrderAddress({ lines }: { lines: readonly string[] }) {
  const text = lines.join("\n");
  const { element, copy, result } = useCopy<HTMLElement>(text);

  return (
    <>
      <address className="order-address" ref={element}>
        {text}
      </address>
      <div className="order-copy">
        <DashboardButton onClick={copy}>{copyAddress}</DashboardButton>
        <p role="status">{COPIED[result]}</p>
      </div>
    </>
  );
}
