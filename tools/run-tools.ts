import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The tools' scripts in `node_modules`. */
const TOOLS = {
  biome: "@biomejs/biome/bin/biome",
  playwright: "@playwright/test/cli.js",
  tsc: "tsc/bin/tsc",
  vitest: "vitest/vitest.mjs",
};

/** A step failed. The message says which step, and how it ended. */
export class StepFailed extends Error {
  override readonly name = "StepFailed";
}

/**
 * Runs a tool of an installed package. It uses no shell, because on Windows a shell would split paths at spaces.
 *
 * @throws {StepFailed} if it fails
 */
export function run(tool: keyof typeof TOOLS, args: string[], environment: Record<string, string> = {}): Promise<void> {
  const script = join("node_modules", TOOLS[tool]);
  if (!existsSync(script)) throw new StepFailed(`${tool} is not installed`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: "inherit",
      env: { ...process.env, ...environment },
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new StepFailed(`${tool} ${args.join(" ")} ended with ${signal ?? code}`));
    });
  });
}

/** Runs steps one after another, and ends the process after the first failure. */
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
