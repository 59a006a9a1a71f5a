// Runs in its own process, like the gateway. It writes rows of a new data file, each in a separate synced transaction.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate, readMigrations } from "../../gateway/src/data/migrations.ts";
import { emailOf, SIGN_UP } from "./sign-up.ts";

/** What the process prints at its end. `cpuTime`, in microseconds, and `seconds` cover only the writes. */
export type BareWrites = { rows: number; seconds: number; cpuTime: number };

/** Carts that are changed in turn. */
const CARTS = 64;

/** For each kind: creates a function that writes one row, given the row's number. */
const WRITERS = {
  "sign-ups": (connection: DatabaseSync, round: string) => {
    const insert = connection.prepare(
      `INSERT INTO newsletter_subscribers (email, status, source, subscribed_at, first_name, last_name)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (email) DO NOTHING`,
    );
    // The column holds six digits of a second.
    const storedNow = () => new Date().toISOString().replace("Z", "000Z");
    return (number: number) =>
      insert.run(emailOf(round, number), SIGN_UP.status, SIGN_UP.source, storedNow(), null, null);
  },
  carts: (connection: DatabaseSync) => {
    // The required columns of the gateway's row.
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
    return (number: number) => insert.run(...columns.map((column) => storedValue(column, number)));
  },
};

const [kind = "", folder = "", secondsText = "", round = ""] = process.argv.slice(2);
const connection = new DatabaseSync(join(folder, "bare.db"));
connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
migrate(connection, readMigrations());
// The cast holds: our own bench passes one of the two kinds.
const write = WRITERS[kind as keyof typeof WRITERS](connection, round);

const until = performance.now() + Number(secondsText) * 1000;
const from = performance.now();
const cpuBefore = process.cpuUsage();
let rows = 0;
while (performance.now() < until) {
  write(rows);
  rows += 1;
}
const { user, system } = process.cpuUsage(cpuBefore);
const seconds = (performance.now() - from) / 1000;
connection.close();
process.stdout.write(JSON.stringify({ rows, seconds, cpuTime: user + system } satisfies BareWrites));
