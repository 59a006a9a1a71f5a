import { ORDERS_TAB_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import { useRef, useState } from "react";
import { copyAddress } from "./words.ts";

const COPIED = {
  none: "",
  copied: ORDERS_TAB_MESSAGES.addressCopied,
  marked: ORDERS_TAB_MESSAGES.addressMarked,
} as const;

/** An address as on a parcel, with a button to copy it. */
export function OrderAddress({ lines }: { lines: readonly string[] }) {
  const text = useRef<HTMLElement>(null);
  const [result, setResult] = useState<keyof typeof COPIED>("none");

  const onParcel = lines.join("\n");

  async function copy() {
    try {
      // Browsers allow it under https only.
      await navigator.clipboard.writeText(onParcel);
      setResult("copied");
    } catch {
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setResult("marked");
    }
  }

  return (
    <>
      <address className="order-address" ref={text}>
        {onParcel}
      </address>
      <div className="order-copy">
        <button type="button" className="dashboard-button" onClick={copy}>
          {copyAddress}
        </button>
        <p role="status">{COPIED[result]}</p>
      </div>
    </>
  );
}
