const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/**
 * Reads responses from a connection with one request at a time.
 *
 * @param onAnswer called with the status once an answer has come whole
 * @returns what to hand each piece of data to
 */
export function createAnswerReader(onAnswer: (status: number) => void): (piece: Buffer) => void {
  let come: Buffer = Buffer.alloc(0);
  return (piece) => {
    come = come.length > 0 ? Buffer.concat([come, piece]) : piece;
    const headEnd = come.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = come.toString("latin1", 0, headEnd);
    const bodyAt = headEnd + HEAD_END.length;
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    // Without a length it comes in chunks; a chunk that ends like the last one would only be counted early.
    const isWhole =
      length === undefined
        ? come.length >= bodyAt + LAST_CHUNK.length && come.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
        : come.length >= bodyAt + Number(length);
    if (!isWhole) return;
    come = Buffer.alloc(0);
    onAnswer(Number(head.slice(9, 12)));
  };
}
