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
import { Field, FormError } from "../shared/fields.tsx";
import { useMailStatus } from "../shared/queries.ts";
import * as words from "./question-words.ts";

/** The two links, in the order of the form. */
const LINKS = ["trackingUrl", "downloadUrl"] as const;
type LinkName = (typeof LINKS)[number];

/**
 * The form for tracking and the link of a download. Its values stay until they are stored.
 *
 * @param failure the error of the last try
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
  const shown = readTracking(order);
  const [typed, setTyped] = useState(shown);
  const [wrongLink, setWrongLink] = useState<LinkName>();
  const links = { trackingUrl: useRef<HTMLInputElement>(null), downloadUrl: useRef<HTMLInputElement>(null) };
  const id = useId();
  const isParcel = order.delivery === "shipping";
  const set = (part: Partial<OrderTracking>) => setTyped((known) => ({ ...known, ...part }));

  function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const wrong = LINKS.find((name) => !canBeFollowed(typed[name] ?? ""));
    setWrongLink(wrong);
    if (wrong) links[wrong].current?.focus();
    else onSend(order.shipment ? { ...typed, replaces: shown } : typed);
  }

  const linkField = (name: LinkName, label: string) => {
    const errorId = wrongLink === name ? `${id}-${name}-wrong` : undefined;
    return (
      <>
        <Field
          ref={links[name]}
          label={label}
          type="url"
          placeholder={words.linkExample}
          value={typed[name] ?? ""}
          maxLength={TRACKING_URL_MAX_LENGTH}
          autoComplete="off"
          errorId={errorId}
          onChange={(url) => set({ [name]: url })}
        />
        {errorId && <FormError id={errorId} message={ORDERS_TAB_MESSAGES.trackingUrlInvalid} />}
      </>
    );
  };

  return (
    <Dialog label={order.shipment ? words.changeTitle(order) : words.shippedQuestion(order)} onClose={onClose}>
      <p>{words.shipmentNote(isParcel, mail === undefined || mail.isSent ? undefined : buyerIsTold(mail))}</p>
      <form className="shipment" noValidate onSubmit={send}>
        {isParcel && (
          <>
            <Field
              label={words.carrier}
              value={typed.carrier}
              maxLength={ORDER_TEXT_MAX_LENGTH}
              onChange={(carrier) => set({ carrier })}
            />
            <Field
              label={words.trackingNumber}
              value={typed.trackingNumber}
              maxLength={ORDER_TEXT_MAX_LENGTH}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={(trackingNumber) => set({ trackingNumber })}
            />
            {linkField("trackingUrl", words.trackingLink)}
          </>
        )}
        {order.hasDownload && linkField("downloadUrl", words.downloadLink)}
        {failure && <Alert type="error">{failure}</Alert>}
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onClose}>
            {words.goBack}
          </button>
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {isBusy ? words.busy.shipped : words.submitVerb(order)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Reads the stored tracking. Only an order with a download has a link. */
function readTracking({ shipment, hasDownload }: AdminOrder): OrderTracking {
  const { carrier = "", trackingNumber = "", trackingUrl = "", downloadUrl = "" } = shipment ?? {};
  return { carrier, trackingNumber, trackingUrl, ...(hasDownload && { downloadUrl }) };
}

function canBeFollowed(typed: string): boolean {
  const url = typed.trim();
  return url === "" || (TRACKING_URL_SHAPE.test(url) && parsedUrl(url) !== undefined);
}
