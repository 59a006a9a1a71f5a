/**
 * Streams text as a body, piece by piece. Each piece is created only when the client has read the previous one, so a
 * file may be larger than the memory.
 *
 * @param onError called with the error that ended the pieces early
 * @param breakOff ends the connection, so that no client reads half a file as the whole
 */
export function streamPieces(
  pieces: AsyncGenerator<string>,
  { onError, breakOff }: { onError: (error: unknown) => void; breakOff: (() => void) | undefined },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isCancelled = false;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const piece = await pieces.next();
          if (isCancelled) return;
          if (piece.done) controller.close();
          else controller.enqueue(Buffer.from(piece.value));
        } catch (error) {
          onError(error);
          if (breakOff) breakOff();
          else controller.error(error);
        }
      },
      async cancel() {
        isCancelled = true;
        await pieces.return(undefined);
      },
    },
    // Creates nothing in advance.
    { highWaterMark: 0 },
  );
}
