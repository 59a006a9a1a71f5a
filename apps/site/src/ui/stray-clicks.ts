/** Presses that follow one another more quickly, and nearer, are one double or triple click: milliseconds, CSS pixels. */
const DOUBLE_CLICK = { gapMs: 500, reachPx: 32 };

/**
 * After a click that took something away, or put something in its place: the further clicks of an impatient hand were
 * meant for what was there, and not for what has come to light.
 */
export function ignoreRepeatsOf(click: MouseEvent): void {
  const { clientX: x, clientY: y } = click;
  let last = click.timeStamp;
  const ignore = (event: MouseEvent) => {
    const isRepeat =
      event.timeStamp - last <= DOUBLE_CLICK.gapMs &&
      Math.hypot(event.clientX - x, event.clientY - y) <= DOUBLE_CLICK.reachPx;
    // Whoever has pressed something else meanwhile is not repeating anything.
    if (!isRepeat) return removeEventListener("click", ignore, true);
    last = event.timeStamp;
    drop(event);
  };
  addEventListener("click", ignore, true);
}

/** The click of a press that is under way, and has done its work already as it closed a menu, leads nowhere. */
export function ignoreClickOfThisPress(): void {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  addEventListener("pointerdown", () => over.abort(), options);
  addEventListener(
    "click",
    (event) => {
      over.abort();
      drop(event);
    },
    options,
  );
}

/** Heard at the window first, before whatever follows links in the document. */
function drop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
