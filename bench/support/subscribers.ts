import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate, readMigrations } from "../../gateway/src/data/migrations.ts";
import { ROOT } from "./folders.ts";
import { createRandom } from "./random.ts";

/** Length of the longest list. */
export const SUBSCRIBERS = 1_000_000;

const CACHE_FOLDER = join(ROOT, "node_modules/.cache/porchlight/subscribers");
/** Has to be increased when the rows below change, so that cached files are not used again. */
const EDITION = 1;

const FIRST_NAMES =
  "james mary robert patricia john jennifer michael linda david elizabeth william barbara richard susan joseph jessica thomas sarah charles karen chris lisa daniel nancy matthew betty anthony sandra mark margaret donald ashley".split(
    " ",
  );
const LAST_NAMES =
  "smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson taylor moore jackson martin lee perez thompson white harris sanchez clark ramirez lewis robinson walker young allen king wright scott torres nguyen hill flores".split(
    " ",
  );
const MAILBOXES = ["gmail.com", "gmail.com", "gmail.com", "gmail.com", "yahoo.com", "outlook.com", "icloud.com"];
const FROM = Date.UTC(2016, 0, 1);
const UNTIL = Date.UTC(2026, 10, 1);

/** Search texts. One matches two in five addresses, the other about forty in a million. */
export const SEARCHES = { common: "gmail", rare: "garciaz" } as const;

/**
 * Copies a data file with this many subscribers that the program's own migrations made. One file for each size is
 * cached between runs, as long as the migrations stay the same.
 */
export function copySubscribers(to: string, size: number): void {
  const migrations = readMigrations();
  const hash = createHash("sha256").update(`${EDITION}${migrations.map(({ sql }) => sql).join("")}`);
  const edition = hash.digest("hex").slice(0, 16);
  const cached = join(CACHE_FOLDER, `${edition}-${size}.db`);
  if (!existsSync(cached)) {
    mkdirSync(CACHE_FOLDER, { recursive: true });
    for (const name of readdirSync(CACHE_FOLDER))
      if (!name.startsWith(edition)) rmSync(join(CACHE_FOLDER, name), { force: true });
    const unfinished = join(CACHE_FOLDER, `${edition}.new`);
    rmSync(unfinished, { force: true });
    seed(unfinished, size);
    renameSync(unfinished, cached);
  }
  copyFileSync(cached, to);
}

function seed(path: string, size: number): void {
  const connection = new DatabaseSync(path);
  try {
    connection.exec("PRAGMA synchronous = OFF");
    migrate(connection, readMigrations());
    const insert = connection.prepare(
      `INSERT INTO newsletter_subscribers (email, status, source, subscribed_at, first_name, last_name)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    const random = createRandom();
    connection.exec("BEGIN");
    for (let number = 0; number < size; number += 1) insert.run(...subscriber(number, size, random));
    connection.exec("COMMIT");
  } finally {
    connection.close();
  }
}

function subscriber(number: number, size: number, random: () => number): (string | null)[] {
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? "";
  const [first, last] = [pick(FIRST_NAMES), pick(LAST_NAMES)];
  const domain = random() < 0.7 ? pick(MAILBOXES) : `${pick(LAST_NAMES)}${Math.floor(random() * 500)}.com`;
  // More people joined recently than long ago.
  const at = new Date(FROM + (UNTIL - FROM) * Math.sqrt((number + random()) / size));
  const isNamed = random() < 0.3;
  const chance = random();
  return [
    `${first}${pick([".", "_", ""])}${last}${number.toString(36)}@${domain}`,
    random() < 0.06 ? "unsubscribed" : "active",
    chance < 0.6 ? "website-footer" : chance < 0.9 ? "website-dialog" : "import:old-list",
    at.toISOString().replace("Z", "000Z"),
    isNamed ? first : null,
    isNamed ? last : null,
  ];
}
