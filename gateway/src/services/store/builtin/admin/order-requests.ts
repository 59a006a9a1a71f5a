import {
  type CancelledRequest,
  ORDER_STATUSES,
  ORDER_TEXT_MAX_LENGTH,
  ORDERS_PER_PAGE_MAX,
  type ShippedRequest,
  TRACKING_URL_MAX_LENGTH,
  TRACKING_URL_SHAPE,
} from "@porchlight/protocol/orders.ts";
import * as v from "valibot";
import { jsonOf, type Parsed, parse } from "../../../shared/parse-request.ts";

/** Orders in a page when the request names no limit. */
const PER_PAGE = 50;

const Text = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(ORDER_TEXT_MAX_LENGTH, `At most ${ORDER_TEXT_MAX_LENGTH} characters.`),
  v.check((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "It has to be one line of text."),
);
const Link = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(TRACKING_URL_MAX_LENGTH, `At most ${TRACKING_URL_MAX_LENGTH} characters.`),
  v.check(
    (text) => text === "" || (TRACKING_URL_SHAPE.test(text) && URL.canParse(text)),
    "It has to be an address that begins with https:// or http://.",
  ),
);
const WholeNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "It has to be a whole number."), v.transform(Number));

/** Query of `GET /admin/api/orders`. An empty `search` or `status` does not filter. */
export const OrderListQuery = v.pipe(
  v.object({
    search: v.exactOptional(Text, ""),
    status: v.optional(v.picklist(["", ...ORDER_STATUSES], "There is no such status."), ""),
    before: v.exactOptional(WholeNumber),
    limit: v.optional(v.pipe(WholeNumber, v.minValue(1), v.maxValue(ORDERS_PER_PAGE_MAX)), String(PER_PAGE)),
  }),
  v.transform(({ search, status, before, limit }) => ({
    filter: { ...(search !== "" && { search }), ...(status !== "" && { status }) },
    page: { ...(before !== undefined && { before }), limit },
  })),
);

/** Body of `POST /admin/api/orders/{id}/shipped`. */
export const ShippedBody = v.strictObject({
  trackingNumber: v.exactOptional(Text, ""),
  carrier: v.exactOptional(Text, ""),
  trackingUrl: v.exactOptional(Link, ""),
  downloadUrl: v.exactOptional(Link),
  replaces: v.exactOptional(
    v.strictObject({ trackingNumber: Text, carrier: Text, trackingUrl: Link, downloadUrl: v.exactOptional(Link) }),
  ),
}) satisfies v.GenericSchema<ShippedRequest>;

/** Body of `POST /admin/api/orders/{id}/cancelled`. */
export const CancelledBody = v.strictObject({
  refund: v.exactOptional(v.boolean(), false),
}) satisfies v.GenericSchema<CancelledRequest>;

/** Body of the requests that take no options. */
export const EmptyBody = v.strictObject({});

/** Parses a body that is a JSON object. An empty body counts as an empty object. */
export function parseBody<Schema extends v.GenericSchema>(schema: Schema, body: string): Parsed<Schema> {
  const object = body.trim() === "" ? {} : jsonOf(body);
  // The schema would accept an array too.
  if (object === undefined || Array.isArray(object)) return { ok: false, message: "The body has to be a JSON object." };
  return parse(schema, object);
}
