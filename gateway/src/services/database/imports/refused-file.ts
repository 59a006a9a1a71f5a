import { open } from "node:fs/promises";
import { harmlessAddress, harmlessCell } from "../../../lib/formulas.ts";
import { ImportError } from "./import-error.ts";
import type { List } from "./list-records.ts";
import type { StagedRow } from "./staged-list.ts";

/** The file of refused rows, in the folder of the list. */
type RefusedFile = {
  path: string;
  add(rows: readonly StagedRow[]): Promise<void>;
  close(): Promise<void>;
};

/** Its first columns. */
export const REFUSED_NAMES: readonly string[] = ["line", "reason"];
/** How many file names to try, since existing files must stay. */
const NAMES_MAX = 1000;

/**
 * Creates the CSV of refused rows, FILE.refused.csv. It has the line, the reason and the row as it was, so that the
 * owner can correct the row and import it. Only this user may read the file. It never overwrites another file.
 *
 * @throws {ImportError} when the file cannot be created
 */
export async function createRefusedFile(file: string, { names, plan }: List): Promise<RefusedFile> {
  // Loaded only when needed, as in exports.
  const { stringify } = await import("csv-stringify/sync");
  const linesOf = (rows: readonly (readonly string[])[]) => stringify([...rows], { record_delimiter: "windows" });
  const isEmail = (at: number) => plan.email.includes(at);

  const { path, handle } = await openNew(file);
  await handle.appendFile(linesOf([[...REFUSED_NAMES, ...names.map(harmlessCell)]]));
  return {
    path,
    async add(rows) {
      const cells = rows.map(({ line, reason = "", cells }) => [
        String(line),
        reason,
        ...cells.map((cell, at) => (isEmail(at) ? harmlessAddress(cell) : harmlessCell(cell))),
        // Records are read without their last empty cells.
        ...names.slice(cells.length).map(() => ""),
      ]);
      if (cells.length > 0) await handle.appendFile(linesOf(cells));
    },
    async close() {
      await handle.sync();
      await handle.close();
    },
  };
}

async function openNew(file: string) {
  for (let number = 1; number <= NAMES_MAX; number += 1) {
    const path = `${file}.refused${number === 1 ? "" : `-${number}`}.csv`;
    try {
      return { path, handle: await open(path, "wx", 0o600) };
    } catch (cause) {
      if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") continue;
      throw new ImportError(`The refused rows cannot be written to ${path}. Nothing was changed.`, { cause });
    }
  }
  throw new ImportError(`There are too many files of refused rows beside ${file}. Nothing was changed.`);
}
