import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { DataFileError, explainFileError } from "./data-file-error.ts";
import { inspectDataFile } from "./inspect.ts";

/** How much a data file holds. `active` counts the subscribers who get emails. */
export type Contents = { subscribers: number; active: number; orders: number };

/** How long to wait for a restore that is replacing the contents, in milliseconds. */
const BUSY_WAIT_MS = 10_000;

const COUNTS = `SELECT count(*) AS subscribers, count(*) FILTER (WHERE status = 'active') AS active FROM ${SUBSCRIBERS_TABLE}`;
const HAS_ORDERS = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'orders'";

/**
 * Counts what a data file or a backup of any version holds. The file may be in use.
 *
 * @throws {DataFileError} `missing`, `foreign` or `corrupt`, or the reason why it cannot be read now
 */
export function countContents(path: string): Contents {
  if (inspectDataFile(path, Number.MAX_SAFE_INTEGER, { isChosen: true }) === undefined) {
    throw new DataFileError("missing", `There is no file ${path}.`);
  }
  try {
    return count(path);
  } catch (cause) {
    const explained = explainFileError(cause, dirname(path));
    // A file that is locked or cannot be read is not damaged.
    if (explained instanceof DataFileError && explained.reason !== "corrupt") throw explained;
    throw new DataFileError("corrupt", `${path} is damaged and cannot be used.`, { cause });
  }
}

/** Whether replacing `other` with `one` would lose something. */
export function holdsLess(one: Contents, other: Contents): boolean {
  return one.subscribers < other.subscribers || one.active < other.active || one.orders < other.orders;
}

function count(path: string): Contents {
  const connection = new DatabaseSync(path, { readOnly: true, timeout: BUSY_WAIT_MS });
  try {
    const subscribers = connection.prepare(COUNTS).get();
    // Files from before the shop existed have no such table.
    const hasOrders = connection.prepare(HAS_ORDERS).get() !== undefined;
    const orders = hasOrders ? connection.prepare("SELECT count(*) AS orders FROM orders").get() : undefined;
    return {
      subscribers: Number(subscribers?.subscribers),
      active: Number(subscribers?.active),
      orders: Number(orders?.orders ?? 0),
    };
  } finally {
    connection.close();
  }
}
