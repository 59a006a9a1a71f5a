import type { StorefrontAnswer, StorefrontErrorEntry } from "./storefront-client.ts";

/** Refusal of a read. Source: docs/product.md §8, a read of the store without data. */
export class StorefrontError extends Error {
  override readonly name = "StorefrontError";
  /** As the server sent them, or one that says that nothing is known. */
  readonly errors: StorefrontErrorEntry[];

  constructor(errors: StorefrontErrorEntry[]) {
    super(errors.map((error) => error.message).join(" "));
    this.errors = errors;
  }
}

const UNKNOWN = [{ message: "an unknown error has occurred." }];

/**
 * Takes what was asked for out of an answer; `null` is a value too.
 *
 * @throws {StorefrontError} with the server's errors when there is no data
 */
export function dataOf<Data>({ data, errors }: StorefrontAnswer<Data>): Data {
  if (data === undefined || data === null) throw new StorefrontError(errors?.length ? errors : UNKNOWN);
  return data;
}
