import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { aTestFolder } from "../testing/gateway-process.ts";

/** A process that logs two lines, one after the other, and ends by itself. */
const LOGGING = `
  import { setTimeout as pause } from "node:timers/promises";
  const { createLogger } = await import(${JSON.stringify(join(import.meta.dirname, "log.ts"))});
  const log = createLogger(process.stdout);
  for (const line of ["first", "second"]) {
    log.info(line);
    await pause(50);
  }
  process.stderr.write("still here");
`;

/** Runs the process with its standard output in a file. @returns what it wrote to standard error at its end */
function logInto(file: string): string {
  const output = openSync(file, "w");
  onTestFinished(() => closeSync(output));
  const args = ["--input-type=module", "--eval", LOGGING];
  const stderr = join(aTestFolder(), "stderr");
  const errors = openSync(stderr, "w");
  execFileSync(process.execPath, args, { stdio: ["ignore", output, errors], timeout: 30_000 });
  closeSync(errors);
  return readFileSync(stderr, "utf8");
}

it("the log is written to the standard output, to its last line", () => {
  const file = join(aTestFolder(), "log");
  expect(logInto(file)).toBe("still here");
  expect(readFileSync(file, "utf8").match(/"msg":"\w+"/g)).toEqual(['"msg":"first"', '"msg":"second"']);
});

// Only Linux has a file that behaves like a full disk.
it.runIf(process.platform === "linux")("a full disk under the log neither ends the process nor holds it up", () => {
  expect(logInto("/dev/full")).toBe("still here");
});
