/** How far a command has come, on the line that it writes over and over, and on lines of their own elsewhere. */
interface Progress {
  /** Says how far it is. Where nobody looks on, now and then only. */
  say(text: string): void;
  /** Says something on a line that stays. */
  note(text: string): void;
  /** Ends the line. */
  end(): void;
}

/** Pause between two lines where each one stays, in milliseconds. */
const LINE_EVERY_MS = 10_000;

/** @param now milliseconds on a clock that never goes back */
export function createProgress(
  out: { write(text: string): unknown; isTTY?: boolean },
  now: () => number = () => performance.now(),
): Progress {
  let length = 0;
  let saidAt = now();

  function end(): void {
    if (length > 0) out.write("\n");
    length = 0;
  }

  return {
    say(text) {
      if (out.isTTY) {
        out.write(`\r${text.padEnd(length)}`);
        length = text.length;
      } else if (now() - saidAt >= LINE_EVERY_MS) {
        out.write(`${text}\n`);
        saidAt = now();
      }
    },
    note(text) {
      end();
      out.write(`${text}\n`);
    },
    end,
  };
}
