import { ORDER_MESSAGES, ORDERS_TAB_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { AdminOrder } from "@porchlight/protocol/orders.ts";
import { useLanguage } from "../../../ui/language.ts";
import { useCopy } from "../../../ui/use-copy.ts";
import { newTab } from "../../../ui/words.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import * as words from "./words.ts";
import { copyAddress } from "./words.ts";

/** The buyer, the payment, the delivery and the buyer's note. */
export function OrderBuyer({ order }: { order: AdminOrder }) {
  const { name, email, phone, note, attributes, addressLines, lines } = order;
  const language = useLanguage();
  return (
    <>
      <section aria-labelledby="order-buyer-heading">
        <h3 id="order-buyer-heading">{words.buyer}</h3>
        {email === "" && lines.length > 0 && <p className="dashboard-note">{ORDER_MESSAGES.erased}</p>}
        {/* If the order has an address, the name is shown there. */}
        {name && addressLines.length === 0 && <p>{name}</p>}
        {email && (
          <p>
            <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>{email}</a>
          </p>
        )}
        {phone && <p>{phone}</p>}
        <p>
          <a href={order.statusPath} target="_blank" rel="noopener noreferrer">
            {words.buyersPage}
            <span className="visually-hidden">{newTab}</span>
          </a>
        </p>
      </section>
      <section aria-labelledby="order-payment-heading">
        <h3 id="order-payment-heading">{words.payment}</h3>
        <p>
          {order.paymentTitle}: {words.paymentInWords(order, language)}
        </p>
      </section>
      <section aria-labelledby="order-delivery-heading">
        <h3 id="order-delivery-heading">{words.delivery}</h3>
        <p>{order.delivery === "none" ? words.nothingToSend : order.deliveryTitle}</p>
        {addressLines.length > 0 && <OrderAddress lines={addressLines} />}
        <Tracking order={order} />
        <Download order={order} />
      </section>
      {(note || attributes.length > 0) && (
        <section aria-labelledby="order-note-heading">
          <h3 id="order-note-heading">{words.note}</h3>
          {note && <p className="order-note">{note}</p>}
          {attributes.length > 0 && (
            <p className="order-note">{attributes.map(({ key, value }) => `${key}: ${value}`).join("\n")}</p>
          )}
        </section>
      )}
    </>
  );
}

function Download({ order: { shipment } }: { order: AdminOrder }) {
  if (!shipment?.downloadUrl) return null;
  return (
    <p>
      <a href={shipment.downloadUrl} target="_blank" rel="noopener noreferrer">
        {words.downloadsLink}
        <span className="visually-hidden">{newTab}</span>
      </a>
    </p>
  );
}

function Tracking({ order: { shipment } }: { order: AdminOrder }) {
  if (!shipment) return null;
  const { carrier, trackingNumber, trackingUrl } = shipment;
  const parcel = [carrier, trackingNumber].filter(Boolean).join(", ");
  if (!parcel && !trackingUrl) return null;
  return (
    <p>
      {parcel}
      {parcel && trackingUrl && " · "}
      {trackingUrl && (
        <a href={trackingUrl} target="_blank" rel="noopener noreferrer">
          {words.followParcel}
          <span className="visually-hidden">{newTab}</span>
        </a>
      )}
    </p>
  );
}

const COPIED = {
  none: "",
  copied: ORDERS_TAB_MESSAGES.addressCopied,
  marked: ORDERS_TAB_MESSAGES.addressMarked,
} as const;

/** An address as on a parcel, with a button to copy it. */
function OrderAddress({ lines }: { lines: readonly string[] }) {
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
