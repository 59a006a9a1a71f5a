// Its own process, like the gateway: writes sign-ups as rows of a new data file, each in its own synced transaction.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate, readMigrations } from "../../gateway/src/data/migrations.ts";
import { SIGN_UP } from "./sign-up.ts";

/** What the process writes when it is done. `cpuTime` and `seconds` are of the inserts alone; `cpuTime` in microseconds. */
export type BareResult = { rows: number; seconds: number; cpuTime: number };

const [folder = "", secondsText = "", name = ""] = process.argv.slice(2);
const connection = new DatabaseSync(join(folder, "bare.db"));
connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
migrate(connection, readMigrations());
const insert = connection.prepare(
  `INSERT INTO newsletter_subscribers (email, status, source, subscribed_at, first_name, last_name)
   VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (email) DO NOTHING`,
);

const until = performance.now() + Number(secondsText) * 1000;
const from = performance.now();
const cpuBefore = process.cpuUsage();
let rows = 0;
while (performance.now() < until) {
  insert.run(SIGN_UP.emailOf(name, rows), SIGN_UP.status, SIGN_UP.source, storedNow(), null, null);
  rows += 1;
}
const { user, system } = process.cpuUsage(cpuBefore);
const seconds = (performance.now() - from) / 1000;
connection.close();
process.stdout.write(JSON.stringify({ rows, seconds, cpuTime: user + system } satisfies BareResult));

/** As the column holds it: six digits of a second. */
function storedNow(): string {
  return new Date().toISOString().replace("Z", "000Z");
}
