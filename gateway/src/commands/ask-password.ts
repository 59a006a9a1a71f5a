import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Why `npm run admin` changes nothing, for example a weak password; `message` is a sentence for the owner. */
export class PasswordError extends Error {
  override readonly name = "PasswordError";
}

/**
 * Asks for a new password. On a terminal it asks twice and hides the password; otherwise it reads the first line of
 * input.
 *
 * @throws {PasswordError} when nothing was typed, or two different passwords
 */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const first = await ask("New password (nothing shows while you type): ");
  if ((await ask("The same password again: ")) !== first)
    throw new PasswordError("The two passwords differ. Nothing was changed.");
  return first;
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  throw new PasswordError("No password was given. Nothing was changed.");
}

/** Readline prints what is typed to its output, so it gets an output that prints nothing. */
function ask(question: string): Promise<string> {
  process.stdout.write(question);
  const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: quiet, terminal: true });
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    lines.on("close", () => {
      process.stdout.write("\n");
      if (!isAnswered) reject(new PasswordError("Nothing was changed."));
    });
    lines.on("line", (line) => {
      isAnswered = true;
      lines.close();
      resolve(line);
    });
  });
}
