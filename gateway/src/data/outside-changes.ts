import type { Reader } from "./statements.ts";

/**
 * Watches for changes through other connections to the data file, such as a restore or a command in another process.
 * Changes through this connection do not count. Source: sqlite.org, "PRAGMA data_version".
 *
 * @returns a function that says whether there were such changes since its last call
 */
export function watchOutsideChanges(read: Reader): () => boolean {
  let lastVersion = dataVersion(read);
  return () => {
    const now = dataVersion(read);
    const isChanged = now !== lastVersion;
    lastVersion = now;
    return isChanged;
  };
}

function dataVersion(read: Reader): number | undefined {
  return read.get<{ data_version: number }>("PRAGMA data_version")?.data_version;
}
