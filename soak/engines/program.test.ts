import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startProgram } from "./program.ts";

const NODE = process.execPath;
/** The engines are Debian's, and Windows knows no groups of processes. */
const HAS_GROUPS = process.platform !== "win32";

it.runIf(HAS_GROUPS)("a program is there once it has said so, and ends with all that it has started", async () => {
  const script = `
    const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    console.log("started " + child.pid + ";");
    setInterval(() => {}, 1000);`;
  const program = await startProgram(NODE, ["-e", script], (output) => /started (\d+);/.exec(output)?.[1]);
  const pid = Number(program.sign);
  expect(() => process.kill(pid, 0)).not.toThrow();
  await program.end();
  await expect.poll(() => isThere(pid)).toBe(false);
});

it("one that ends before it is ready is quoted", async () => {
  const start = startProgram(NODE, ["-e", `console.error("no screen here")`], () => undefined);
  await expect(start).rejects.toThrow(/did not get ready.*no screen here/s);
});

it("one that is not there is told with the reason", async () => {
  const failure = await startProgram("/no/such/browser", [], () => undefined).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining("/no/such/browser"), cause: { code: "ENOENT" } });
});

/** Whether a process runs: one that has ended and that nobody has asked after yet does not. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
