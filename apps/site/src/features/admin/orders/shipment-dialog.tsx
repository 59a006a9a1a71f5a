import { buyerIsTold } from "@porchlight/protocol/mail-messages.ts";
import { ORDERS_TAB_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import {
  type AdminOrder,
  ORDER_TEXT_MAX_LENGTH,
  type OrderTracking,
  type ShippedRequest,
  TRACKING_URL_MAX_LENGTH,
  TRACKING_URL_SHAPE,
} from "@porchlight/protocol/orders.ts";
import { type FormEvent, useId, useRef, useState } from "react";
import { parsedUrl } from "../../../lib/parsed-url.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useMailStatus } from "../dashboard/queries.ts";
import { numberOf } from "./order-words.ts";

const NOTHING: OrderTracking = { carrier: "", trackingNumber: "", trackingUrl: "" };

/**
 * Asks how a parcel was sent. What was typed stays until it is stored.
 *
 * @param failure why it was not stored the last time
 */
export function ShipmentDialog(props: {
  order: AdminOrder;
  isBusy: boolean;
  failure: string | undefined;
  onClose: () => void;
  onSend: (shipment: ShippedRequest) => void;
}) {
  const { data: mail } = useMailStatus();
  const { order, isBusy, failure, onClose, onSend } = props;
  const { carrier, trackingNumber, trackingUrl } = order.shipment ?? NOTHING;
  const shown: OrderTracking = { carrier, trackingNumber, trackingUrl };
  const [typed, setTyped] = useState(shown);
  const [isLinkWrong, setLinkWrong] = useState(false);
  const link = useRef<HTMLInputElement>(null);
  const id = useId();
  const name = `order ${numberOf(order)}`;
  const set = (part: Partial<OrderTracking>) => setTyped((known) => ({ ...known, ...part }));

  function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const url = typed.trackingUrl.trim();
    const isFine = url === "" || (TRACKING_URL_SHAPE.test(url) && parsedUrl(url) !== undefined);
    setLinkWrong(!isFine);
    if (isFine) onSend(order.shipment ? { ...typed, replaces: shown } : typed);
    else link.current?.focus();
  }

  return (
    <Dialog label={order.shipment ? `Change the tracking of ${name}` : `Is ${name} on its way?`} onClose={onClose}>
      <p>
        {mail === undefined || mail.isSent
          ? "All of it may stay empty. The buyer is told by mail, with what you say here."
          : `All of it may stay empty; it stands on the buyer’s page. ${buyerIsTold(mail)}`}
      </p>
      <form className="shipment" noValidate onSubmit={send}>
        <label htmlFor={`${id}-carrier`}>Carrier</label>
        <input
          id={`${id}-carrier`}
          className="field"
          value={typed.carrier}
          maxLength={ORDER_TEXT_MAX_LENGTH}
          onChange={({ target }) => set({ carrier: target.value })}
        />
        <label htmlFor={`${id}-number`}>Tracking number</label>
        <input
          id={`${id}-number`}
          className="field"
          value={typed.trackingNumber}
          maxLength={ORDER_TEXT_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => set({ trackingNumber: target.value })}
        />
        <label htmlFor={`${id}-link`}>Tracking link</label>
        <input
          ref={link}
          id={`${id}-link`}
          className="field"
          type="url"
          placeholder="https://"
          value={typed.trackingUrl}
          maxLength={TRACKING_URL_MAX_LENGTH}
          autoComplete="off"
          aria-invalid={isLinkWrong || undefined}
          aria-describedby={isLinkWrong ? `${id}-wrong` : undefined}
          onChange={({ target }) => set({ trackingUrl: target.value })}
        />
        {isLinkWrong && (
          <Alert type="error" id={`${id}-wrong`}>
            {ORDERS_TAB_MESSAGES.trackingUrlInvalid}
          </Alert>
        )}
        {failure && <Alert type="error">{failure}</Alert>}
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onClose}>
            Go back
          </button>
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {isBusy ? "Marking…" : order.shipment ? "Save tracking" : "Mark as sent"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
