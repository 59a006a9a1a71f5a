/** Prints the progress of a command: on a terminal on one line that it rewrites, elsewhere on new lines. */
interface Progress {
  /** Prints the progress; outside a terminal only every ten seconds. */
  say(text: string): void;
  /** Prints a text on a line that stays. */
  note(text: string): void;
  /** Ends the line. */
  end(): void;
}

/** Pause between two lines outside a terminal, in milliseconds. */
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
