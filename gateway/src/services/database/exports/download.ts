import type { ExportProgress } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import type { ExportDependencies } from "./contract.ts";

/** How often it is asked whether a download may go on, in milliseconds. */
export const ASK_AGAIN_MS = 1_000;

/** How a download ended. */
type Ending = Extract<ExportProgress["state"], "finished" | "cancelled" | "failed">;

/** A file on its way. */
export type Download = {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Rows that were handed over so far, or are about to be. */
  rows(): number;
  /** When the client last took a piece, by the clock that it was opened with. */
  lastTakenAt(): number;
  /** Breaks it off, unless it has ended: the client must not keep what it has as the whole file. */
  end(how: Exclude<Ending, "finished">): void;
};

/** What a download needs. */
type DownloadOptions = ExportDependencies & {
  pages: AsyncIterable<readonly Subscriber[]>;
  /** Turns pages into pieces of the file. */
  write: (pages: AsyncIterable<readonly Subscriber[]>) => AsyncGenerator<string>;
  /** Milliseconds on a clock that never goes back. */
  now: () => number;
  /** Called once. */
  onEnd: (how: Ending, rows: number) => void;
};

/** Opens a file that is made piece by piece, each only when the client has taken the one before. */
export function openDownload({ pages, write, now, breakOff, mayGoOn, onEnd }: DownloadOptions): Download {
  let rows = 0;
  let ended: Ending | undefined;
  let takenAt = now();
  let askedAt = takenAt;
  let control: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const pieces = write(counted());

  async function* counted(): AsyncGenerator<readonly Subscriber[]> {
    for await (const page of pages) {
      const at = now();
      if (at - askedAt >= ASK_AGAIN_MS) {
        askedAt = at;
        if (!(await mayGoOn())) throw new Error("The sign-in behind it has ended");
      }
      // Before it is handed over: the audit log may name a few rows too many, never too few.
      rows += page.length;
      yield page;
    }
  }

  function settle(how: Ending): boolean {
    if (ended !== undefined) return false;
    ended = how;
    // A walk that is under way ends at its next page.
    pieces.return(undefined).catch(() => {});
    onEnd(how, rows);
    return true;
  }

  function end(how: Exclude<Ending, "finished">, cause?: unknown): void {
    if (!settle(how)) return;
    // The connection goes first: told by the stream alone, the server would still end the answer as if it were whole.
    if (breakOff) breakOff();
    else control?.error(new Error(`The export was broken off: ${how}`, { cause }));
  }

  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        control = controller;
      },
      async pull(controller) {
        takenAt = now();
        try {
          const piece = await pieces.next();
          if (ended !== undefined) return;
          if (!piece.done) controller.enqueue(Buffer.from(piece.value));
          else if (settle("finished")) controller.close();
        } catch (error) {
          end("failed", error);
        }
      },
      cancel() {
        settle("cancelled");
      },
    },
    // Nothing is made ahead.
    { highWaterMark: 0 },
  );

  return {
    stream,
    rows: () => rows,
    lastTakenAt: () => (ended === undefined ? takenAt : Number.POSITIVE_INFINITY),
    end,
  };
}
