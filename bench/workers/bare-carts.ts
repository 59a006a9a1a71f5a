// Its own process, like the gateway: changes carts in a new data file, each change in its own synced transaction.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate, readMigrations } from "../../gateway/src/data/migrations.ts";

/** What the process writes when it is done. `cpuTime` and `seconds` are of the changes alone; `cpuTime` in microseconds. */
export type BareCarts = { changes: number; seconds: number; cpuTime: number };

/** Carts that are changed in turn. */
const CARTS = 64;

const [folder = "", secondsText = ""] = process.argv.slice(2);
const connection = new DatabaseSync(join(folder, "bare-carts.db"));
connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
migrate(connection, readMigrations());
// The same row as the gateway's, whatever columns it has besides.
const columns = connection
  .prepare("SELECT name, type, pk FROM pragma_table_info('carts') WHERE \"notnull\" OR pk")
  .all();
const names = columns.map(({ name }) => String(name));
const insert = connection.prepare(
  `INSERT OR REPLACE INTO carts (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
);
const line = { id: "0".repeat(36), variantId: 123_456_789_012_345, quantity: 1, attributes: [] };
const storedValue = (column: (typeof columns)[number], number: number) => {
  if (column.pk) return `cart-${number % CARTS}`;
  if (column.type === "INTEGER") return number;
  return JSON.stringify({ lines: [{ ...line, quantity: number }], note: null, attributes: [], discountCodes: [] });
};

const until = performance.now() + Number(secondsText) * 1000;
const from = performance.now();
const cpuBefore = process.cpuUsage();
let changes = 0;
while (performance.now() < until) {
  insert.run(...columns.map((column) => storedValue(column, changes)));
  changes += 1;
}
const { user, system } = process.cpuUsage(cpuBefore);
const seconds = (performance.now() - from) / 1000;
connection.close();
process.stdout.write(JSON.stringify({ changes, seconds, cpuTime: user + system } satisfies BareCarts));
