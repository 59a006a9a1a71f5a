/**
 * Whether a span of time is over: a rest, a kept answer, a look that need not be repeated. A clock that was set back
 * ends it too, which would otherwise last until the clock has come so far again.
 *
 * @param from when it began, in milliseconds since 1970, as `now` is
 * @param span how long it lasts, in milliseconds
 */
export function hasPassed(from: number, now: number, span: number): boolean {
  return now < from || now - from >= span;
}
