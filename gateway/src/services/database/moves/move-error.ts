/** A move that cannot be done or gone on with. `message` is a sentence that the owner can act on. */
export class MoveError extends Error {
  override readonly name = "MoveError";
}
