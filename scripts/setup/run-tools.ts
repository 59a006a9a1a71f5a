import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** A step that failed: which, and how it ended. */
export class StepFailed extends Error {
  override readonly name = "StepFailed";
}

/**
 * Runs a tool of the project's own packages, its output passed on.
 *
 * @param tool name of its command, `vitest`
 * @throws {StepFailed} when it ends with anything but success
 */
export function run(tool: string, words: string[], environment: Record<string, string> = {}): Promise<void> {
  const command = join("node_modules/.bin", process.platform === "win32" ? `${tool}.cmd` : tool);
  if (!existsSync(command)) throw new StepFailed(`${tool} is not installed`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      stdio: "inherit",
      env: { ...process.env, ...environment },
      shell: process.platform === "win32",
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new StepFailed(`${tool} ${words.join(" ")} ended with ${signal ?? code}`));
    });
  });
}

/** Runs steps one after another and ends the process at the first that fails. */
export async function runAll(steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      console.error(`\n${error.message}.`);
      process.exit(1);
    }
  }
}
