import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startProgram } from "./program.ts";

const NODE = process.execPath;
/** Windows has no process groups, and the engines run only on Debian. */
const HAS_GROUPS = process.platform !== "win32";

it.runIf(HAS_GROUPS)(
  "a program is ready once its output says so, and ends with all processes that it started",
  async () => {
    const script = `
    const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    console.log("started " + child.pid + ";");
    setInterval(() => {}, 1000);`;
    const program = await startProgram(NODE, ["-e", script], (output) => /started (\d+);/.exec(output)?.[1]);
    const pid = Number(program.sign);
    expect(() => process.kill(pid, 0)).not.toThrow();
    await program.end();
    await expect.poll(() => isThere(pid)).toBe(false);
  },
);

it("reports the output of a program that ends before it is ready", async () => {
  const start = startProgram(NODE, ["-e", `console.error("no screen here")`], () => undefined);
  await expect(start).rejects.toThrow(/did not get ready.*no screen here/s);
});

it("reports why a missing program cannot start", async () => {
  const failure = await startProgram("/no/such/browser", [], () => undefined).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining("/no/such/browser"), cause: { code: "ENOENT" } });
});

/** Whether a process runs. A zombie process does not. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
