import { existsSync } from "node:fs";
import { DataFileError } from "../data/data-file-error.ts";

/** Where the data is: `DATA_DIR` from the environment or from `.env`, else `./data`. */
export function dataDirFromEnvironment(): string {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env.DATA_DIR || "./data";
}

/** Runs a command; what its user can act on is said in one sentence, without a stack. */
export async function runCommand(command: () => Promise<void> | void): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** "1 subscriber", "1,234 subscribers". */
export function countSubscribers(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "subscriber" : "subscribers"}`;
}

/** "14.2 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
}
