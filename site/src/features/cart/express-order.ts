/** Either variants, one piece each, or variants with quantities. */
export type ExpressRequest = {
  variantIds?: readonly string[];
  variantIdsAndQuantities?: readonly { id: string; quantity: number }[];
  channel?: string;
};

/** Valid props of hydrogen-react's ShopPayButton, which throws for other props. */
export type ExpressOrder = {
  variantIdsAndQuantities: { id: string; quantity: number }[];
  channel: "headless" | "hydrogen";
};

type ExpressError = "no-list" | "both-lists" | "empty-list" | "bad-id" | "unknown-channel";

/** Validates a request: it needs exactly one list, not empty, and a known sales channel. Source: docs/product.md §5. */
export function createExpressOrder(
  request: ExpressRequest,
): { ok: true; order: ExpressOrder } | { ok: false; reason: ExpressError } {
  const { variantIds, variantIdsAndQuantities, channel = "headless" } = request;
  if (variantIds && variantIdsAndQuantities) return { ok: false, reason: "both-lists" };
  const list = variantIdsAndQuantities ?? variantIds?.map((id) => ({ id, quantity: 1 }));
  if (!list) return { ok: false, reason: "no-list" };
  if (list.length === 0) return { ok: false, reason: "empty-list" };
  // The button uses only the number after the last slash.
  if (!list.every(({ id }) => /\/\d+$/.test(id))) return { ok: false, reason: "bad-id" };
  if (channel !== "headless" && channel !== "hydrogen") return { ok: false, reason: "unknown-channel" };
  return { ok: true, order: { variantIdsAndQuantities: [...list], channel } };
}
