/**
 * Whether a time span has passed, such as the lifetime of a cached value. If the clock was set back, the span ends too;
 * otherwise it would last until the clock reaches the same time again.
 *
 * @param from start of the span, in milliseconds since 1970, like `now`
 * @param span its length in milliseconds
 */
export function hasPassed(from: number, now: number, span: number): boolean {
  return now < from || now - from >= span;
}
