import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type CommandDataFile, openCommandDataFile } from "../../../data/command-data-file.ts";
import { openDataFile } from "../../../data/data-file.ts";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { recordImportedBounce } from "../../newsletter/bounces/record-imported.ts";
import { type CheckedRow, type ImportOptions, importList } from "./import-list.ts";
import { openList } from "./list-records.ts";
import { stageList } from "./staged-list.ts";

/** The time in every test of imports. */
export const NOW = new Date("2026-03-01T12:00:00Z");

/** Writes a file into a temporary folder of the test. */
export function aFile(contents: string | Buffer, name = "list.csv"): string {
  const folder = join(aTestFolder(), "files");
  mkdirSync(folder);
  const file = join(folder, name);
  writeFileSync(file, contents);
  return file;
}

/** A list in a temporary folder, as a command opens it while no site runs. */
export function aSubscriberList(): { data: CommandDataFile; dir: string } {
  const dir = aTestFolder();
  openDataFile({ dir }).close();
  const data = openCommandDataFile(dir);
  onTestFinished(() => data.close());
  return { data, dir };
}

/** Adds a subscriber. */
export function add(data: CommandDataFile, email: string, source = "website-footer", status = "active"): void {
  data.change((writer) =>
    writer.run(
      "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES (?, ?, ?, ?)",
      ...[email, status, source, "2025-01-01T00:00:00.000000Z"],
    ),
  );
}

/** Imports a file. @returns for each row its line, its email, and its result or why it is refused */
export async function importFile(data: CommandDataFile, file: string, options: Partial<ImportOptions> = {}) {
  const checked: CheckedRow[] = [];
  const list = await openList(file);
  const staged = await stageList(list);
  try {
    await importList(data, staged, {
      origin: list.detected.origin,
      isWriting: true,
      clock: () => NOW,
      pause: async () => {},
      recordBounce: recordImportedBounce,
      onBatch: (rows) => void checked.push(...rows),
      ...options,
    });
  } finally {
    staged.close();
  }
  return checked.map(({ line, email, result, reason }) => [line, email, reason ?? result]);
}

/** The rows of the list, as `email status source time names`. */
export function listRows(data: CommandDataFile): string[] {
  return data.read
    .all<Record<"email" | "status" | "source" | "subscribed_at", string> & { name: string }>(
      `SELECT email, status, source, subscribed_at, coalesce(first_name, '–') || '|' || coalesce(last_name, '–') AS name
       FROM newsletter_subscribers ORDER BY id`,
    )
    .map(({ email, status, source, subscribed_at, name }) =>
      [email, status, source, subscribed_at.slice(0, 16), name].join(" "),
    );
}

/** Imports a file into an empty list. @returns the rows of the list then, and the result of each row of the file */
export async function imported(contents: string | Buffer, name?: string) {
  const { data } = aSubscriberList();
  const results = await importFile(data, aFile(contents, name));
  return { list: listRows(data), results };
}

/** The columns of Mailchimp's exports. */
export const MAILCHIMP = "Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP";

/** Joins the pieces of an export. */
export async function written(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

/** Two pages of a list, with names that a spreadsheet would read as formulas. */
export async function* somePages() {
  const ann = { status: "active", source: "website-footer", subscribed_at: "2024-05-06T07:08:09.1+00:00" } as const;
  yield [
    { id: 1, email: "+ann@example.com", ...ann, first_name: "=Ann; -1", last_name: 'O"Lee' },
    { id: 2, email: "=b|en@example.com", ...ann, status: "unsubscribed" as const, first_name: null, last_name: null },
  ];
}
