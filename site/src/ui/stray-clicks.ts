/** Presses that follow one another more quickly, and nearer, are one double or triple click: milliseconds, CSS pixels. */
const DOUBLE_CLICK = { gapMs: 500, reachPx: 32 };

/** The last click of a mouse or a finger, if no key was pressed since. */
let last: MouseEvent | undefined;
let areRepeatsIgnored = false;
let isPressIgnored = false;

/** Has the clicks ignored that the functions below are about. Called once, by the page. */
export function followClicks(): void {
  // Heard at the window first, before whatever follows links in the document.
  addEventListener("pointerdown", () => (isPressIgnored = false), true);
  addEventListener("keydown", () => (last = undefined), true);
  addEventListener("click", followClick, true);
}

/**
 * After the last click has taken something away, or put something in its place: the further clicks of an impatient hand
 * were meant for what was there, and not for what has come to light.
 */
export function ignoreRepeats(): void {
  areRepeatsIgnored = true;
}

/** The click of a press that is under way, and has closed a menu or become a drag, leads nowhere. */
export function ignoreClickOfThisPress(): void {
  isPressIgnored = true;
}

function followClick(click: MouseEvent): void {
  // Of a key, or a script: it has no place, and is always meant.
  if (click.detail === 0) return;
  // Whoever has pressed something else meanwhile is not repeating anything.
  areRepeatsIgnored &&= isRepeat(click);
  last = click;
  if (!areRepeatsIgnored && !isPressIgnored) return;
  click.preventDefault();
  click.stopPropagation();
}

function isRepeat({ timeStamp, clientX, clientY }: MouseEvent): boolean {
  if (!last) return false;
  const distance = Math.hypot(clientX - last.clientX, clientY - last.clientY);
  return timeStamp - last.timeStamp <= DOUBLE_CLICK.gapMs && distance <= DOUBLE_CLICK.reachPx;
}
