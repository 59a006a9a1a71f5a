import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";

/** Timeouts of the start and the end of a program, in milliseconds. */
const READY_MS = 60_000;
const END_MS = 10_000;
/** Interval of checks whether a program is ready, in milliseconds. */
const CHECK_MS = 50;

/** A running system program. */
type Program<Sign> = {
  /** The sign of readiness that `ready` found. */
  sign: Sign;
  /** Ends it and all its child processes. */
  end: () => Promise<void>;
};

/**
 * Starts a program and resolves once it is ready.
 *
 * @param ready finds the sign that the program is ready, in its output or elsewhere; returns undefined until then
 * @throws {Error} with the program's output, if it ends first, or does not get ready
 */
export async function startProgram<Sign>(
  path: string,
  words: string[],
  ready: (output: string) => Sign | undefined | Promise<Sign | undefined>,
  env: Record<string, string> = {},
): Promise<Program<Sign>> {
  // It gets its own process group, because browsers consist of many processes.
  const child = spawn(path, words, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: { ...process.env, ...env },
  });
  let output = "";
  let failure: Error | undefined;
  child.on("error", (error) => {
    failure = error;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  // An aborted run leaves no process behind.
  const endAtOnce = () => signal(child, "SIGKILL");
  process.once("exit", endAtOnce);
  const end = async () => {
    process.off("exit", endAtOnce);
    await endProgram(child);
  };
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline && !failure && !hasEnded(child)) {
    const sign = await ready(output);
    if (sign !== undefined) return { sign, end };
    await after(CHECK_MS);
  }
  await end();
  throw new Error(`${path} did not get ready. ${output}`, { cause: failure });
}

async function endProgram(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && !hasEnded(child)) {
    const ended = once(child, "exit");
    signal(child, "SIGTERM");
    await Promise.race([ended, after(END_MS, undefined, { ref: false })]);
  }
  // This also ends processes that the program left behind.
  signal(child, "SIGKILL");
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // The group is already empty.
  }
}
