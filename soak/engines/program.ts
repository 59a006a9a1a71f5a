import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";

/** How long a program may take until it is ready, and until it has ended, in milliseconds. */
const READY_MS = 60_000;
const END_MS = 10_000;
const LOOK_MS = 50;

/** A program of the system that runs beside ours. */
export type Program<Sign> = {
  /** By what it was known to be ready. */
  sign: Sign;
  /** Ends it with all that it has started. */
  end: () => Promise<void>;
};

/**
 * Starts a program and resolves once it is ready.
 *
 * @param ready looks for a sign of it, in all that the program has written so far or elsewhere; undefined until then
 * @throws {Error} with the program's words, when it ends before, or does not get ready
 */
export async function startProgram<Sign>(
  path: string,
  words: string[],
  ready: (output: string) => Sign | undefined | Promise<Sign | undefined>,
  env: Record<string, string> = {},
): Promise<Program<Sign>> {
  // A group of its own: browsers consist of many processes.
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
  // A run that is broken off leaves none behind.
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
    await after(LOOK_MS);
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
  // Also what it left behind.
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
    // Nobody of the group is left.
  }
}
