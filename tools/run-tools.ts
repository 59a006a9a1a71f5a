import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The scripts behind the commands, in `node_modules`. */
const TOOLS = {
  biome: "@biomejs/biome/bin/biome",
  playwright: "@playwright/test/cli.js",
  tsc: "typescript/bin/tsc",
  vitest: "vitest/vitest.mjs",
};

/** A step that failed: which, and how it ended. */
export class StepFailed extends Error {
  override readonly name = "StepFailed";
}

/**
 * Runs a tool of the project's own packages, its output passed on. No shell comes between, which on Windows would take
 * a blank in a path for the end of a word.
 *
 * @throws {StepFailed} when it ends with anything but success
 */
export function run(
  tool: keyof typeof TOOLS,
  words: string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const script = join("node_modules", TOOLS[tool]);
  if (!existsSync(script)) throw new StepFailed(`${tool} is not installed`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...words], {
      stdio: "inherit",
      env: { ...process.env, ...environment },
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
