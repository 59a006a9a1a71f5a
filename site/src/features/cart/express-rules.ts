/** What an express checkout may be asked for: variants, one piece each, or variants with quantities. */
export type ExpressRequest = {
  variantIds?: readonly string[];
  variantIdsAndQuantities?: readonly { id: string; quantity: number }[];
  channel?: string;
};

/** A request that hydrogen-react's ShopPayButton takes without throwing. */
export type ExpressOrder = {
  variantIdsAndQuantities: { id: string; quantity: number }[];
  channel: "headless" | "hydrogen";
};

/** Why a request is none. */
export type ExpressRefusal = "no-list" | "both-lists" | "empty-list" | "bad-id" | "unknown-channel";

/**
 * Checks a request for an express checkout: one of both lists, something in it, a sales channel that there is.
 * Source: docs/product.md §5.
 */
export function expressOrderOf(
  request: ExpressRequest,
): { ok: true; order: ExpressOrder } | { ok: false; reason: ExpressRefusal } {
  const { variantIds, variantIdsAndQuantities, channel = "headless" } = request;
  if (variantIds && variantIdsAndQuantities) return { ok: false, reason: "both-lists" };
  const list = variantIdsAndQuantities ?? variantIds?.map((id) => ({ id, quantity: 1 }));
  if (!list) return { ok: false, reason: "no-list" };
  if (list.length === 0) return { ok: false, reason: "empty-list" };
  // The number after the last slash is all that the button passes on.
  if (!list.every(({ id }) => /\/\d+$/.test(id))) return { ok: false, reason: "bad-id" };
  if (channel !== "headless" && channel !== "hydrogen") return { ok: false, reason: "unknown-channel" };
  return { ok: true, order: { variantIdsAndQuantities: [...list], channel } };
}
