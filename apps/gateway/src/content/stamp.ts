import { statSync } from "node:fs";

/** Changes when a file has come, gone or changed; by its time and size, without a look inside. */
export function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs}:${found.size}` : "-";
}
