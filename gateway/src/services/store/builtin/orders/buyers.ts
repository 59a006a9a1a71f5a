import type { Segment } from "@porchlight/protocol/newsletters.ts";
import type { AddressQuery } from "../../../shared/address-query.ts";

/** Orders that count as bought: paid, or placed and neither cancelled nor given up nor refunded. */
const COUNTS = "cancelled_at IS NULL AND payment_status IN ('pending', 'paid')";

/** Finds the addresses that bought anything, a download, or a product by its handle. */
export function buyersQuery(bought: NonNullable<Segment["bought"]>): AddressQuery {
  const sql = `SELECT lower(contents ->> '$.email') AS email FROM orders WHERE ${COUNTS}`;
  if (bought === "anything") return { sql, values: [] };
  const hasLine = (condition: string) =>
    `${sql} AND EXISTS (SELECT 1 FROM json_each(contents, '$.lines') AS line WHERE ${condition})`;
  if (bought === "downloads") return { sql: hasLine("line.value ->> '$.requiresShipping' = 0"), values: [] };
  return { sql: hasLine("line.value ->> '$.handle' = ?"), values: [bought.product] };
}
