import { existsSync } from "node:fs";
import { ContentError } from "../content/content.ts";
import { DataFileError } from "../data/data-file-error.ts";
import { readSettings, type Settings } from "../settings.ts";

/** Runs a command on the data folder of the settings; what its user can act on is said without a stack. */
export async function runCommand(
  command: (dataDir: string, settings: Settings) => Promise<void> | void,
): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const result = readSettings(process.env);
  if (!result.ok) {
    fail(result.mistakes.join("\n"));
    return;
  }
  try {
    await command(result.settings.dataDir, result.settings);
  } catch (error) {
    if (!(error instanceof DataFileError || error instanceof ContentError)) throw error;
    fail(error.message);
  }
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

/** "1 subscriber", "1,234 subscribers". */
export function countSubscribers(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "subscriber" : "subscribers"}`;
}

/** "14.2 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
}
