/** Largest gap and distance between the clicks of a double or triple click, in milliseconds and CSS pixels. */
const DOUBLE_CLICK = { gapMs: 500, reachPx: 32 };

/** The last click by mouse or finger, unless a key was pressed since. */
let last: MouseEvent | undefined;
let areRepeatsIgnored = false;
let isPressIgnored = false;

/** Filters the clicks that the functions below ignore. The page calls this once. */
export function filterStrayClicks(): void {
  // The window's listeners run first, before those that follow links in the document.
  addEventListener("pointerdown", () => (isPressIgnored = false), true);
  addEventListener("keydown", () => (last = undefined), true);
  addEventListener("click", filterClick, true);
}

/** Ignores repeats of the last click, which closed or opened something. They are meant for the previous element. */
export function ignoreRepeats(): void {
  areRepeatsIgnored = true;
}

/** Ignores the click of the current press, which closed a menu or became a drag. */
export function ignoreClickOfThisPress(): void {
  isPressIgnored = true;
}

function filterClick(click: MouseEvent): void {
  // A click by a key or a script has no position and is always intended.
  if (click.detail === 0) return;
  // A click on something else ends the repeats.
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
