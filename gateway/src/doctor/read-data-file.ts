import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATA_FILE_NAME } from "../data/data-file.ts";
import { createStatements, type Reader } from "../data/statements.ts";

/**
 * Reads something from the data file, which may be in use; undefined if the file cannot be read, or is of an earlier
 * version that does not have it. The check of the data file says what is wrong with it.
 */
export function readDataFile<Found>(dataDir: string | undefined, read: (reader: Reader) => Found): Found | undefined {
  if (dataDir === undefined) return undefined;
  try {
    using connection = new DatabaseSync(join(dataDir, DATA_FILE_NAME), { readOnly: true });
    return read(createStatements(connection));
  } catch {
    return undefined;
  }
}
