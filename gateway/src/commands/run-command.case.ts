import { execFile } from "node:child_process";
import { join } from "node:path";
import { aTestFolder, BARE_ENVIRONMENT } from "../testing/gateway-process.ts";

/** The exit code of a command, and what it printed. */
export type Ended = { code: number | string; out: string; err: string };

/**
 * Runs a command as npm does, by default in a folder without a `.env`.
 *
 * @param command name of the command's file, without `.ts`
 */
export function runCommand(
  command: string,
  words: readonly string[],
  {
    settings = {},
    cwd = aTestFolder(),
    onChild,
  }: {
    settings?: Record<string, string> | undefined;
    cwd?: string;
    onChild?: ((kill: () => void) => void) | undefined;
  } = {},
): Promise<Ended> {
  const script = join(import.meta.dirname, `${command}.ts`);
  const options = { cwd, env: { ...BARE_ENVIRONMENT, ...settings } };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...words], options, (error, out, err) => {
      resolve({ code: error?.signal ?? (typeof error?.code === "number" ? error.code : 0), out, err });
    });
    onChild?.(() => child.kill("SIGKILL"));
  });
}
