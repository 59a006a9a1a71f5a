import type { ExportProgress } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import type { ExportDependencies } from "./contract.ts";

/** Time between two checks whether a download may continue, in milliseconds. */
export const CHECK_INTERVAL_MS = 1_000;

/** How a download ended. */
type DownloadEnd = Extract<ExportProgress["state"], "finished" | "cancelled" | "failed">;

/** A file that is being sent. */
export type Download = {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Number of rows sent so far, including those of the next piece. */
  rows(): number;
  /** When the client last read a piece, by `now`; infinite when the download has ended. */
  lastReadAt(): number;
  /** Aborts the download, unless it has ended. The client must not mistake the part that it has for the whole file. */
  end(how: Exclude<DownloadEnd, "finished">): void;
};

type DownloadOptions = ExportDependencies & {
  pages: AsyncIterable<readonly Subscriber[]>;
  /** Turns pages into pieces of the file. */
  write: (pages: AsyncIterable<readonly Subscriber[]>) => AsyncGenerator<string>;
  /** Milliseconds on a clock that never goes back. */
  now: () => number;
  /** Called once, when the download ends. */
  onEnd: (how: DownloadEnd, rows: number) => void;
};

/** Opens a file that is made piece by piece. Each piece is made when the client has read the previous one. */
export function openDownload({ pages, write, now, breakOff, mayGoOn, onEnd }: DownloadOptions): Download {
  let rows = 0;
  let ended: DownloadEnd | undefined;
  let readAt = now();
  let checkedAt = readAt;
  let control: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const pieces = write(counted());

  async function* counted(): AsyncGenerator<readonly Subscriber[]> {
    for await (const page of pages) {
      const at = now();
      if (at - checkedAt >= CHECK_INTERVAL_MS) {
        checkedAt = at;
        if (!(await mayGoOn())) throw new Error("The sign-in of this download has ended");
      }
      // Counted before they are sent, so the audit log may count a few rows too many, but never too few.
      rows += page.length;
      yield page;
    }
  }

  function settle(how: DownloadEnd): boolean {
    if (ended !== undefined) return false;
    ended = how;
    // This ends the reading of the list at its next page.
    pieces.return(undefined).catch(() => {});
    onEnd(how, rows);
    return true;
  }

  function end(how: Exclude<DownloadEnd, "finished">, cause?: unknown): void {
    if (!settle(how)) return;
    // Close the connection. If the stream only failed, the server would end the response like a complete one.
    if (breakOff) breakOff();
    else control?.error(new Error(`The export was broken off: ${how}`, { cause }));
  }

  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        control = controller;
      },
      async pull(controller) {
        readAt = now();
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
    // No piece is made in advance.
    { highWaterMark: 0 },
  );

  return {
    stream,
    rows: () => rows,
    lastReadAt: () => (ended === undefined ? readAt : Number.POSITIVE_INFINITY),
    end,
  };
}
