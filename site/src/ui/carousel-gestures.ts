import { ignoreClickOfThisPress } from "./stray-clicks.ts";

/** A pointer that has moved less than this, in CSS pixels, is clicking. */
const CLICK_MAX_PX = 8;

/** As `buttons` has it. */
const LEFT_BUTTON = 1;

/** What a drag of the mouse is told to. `distance` is how far it went to the left, in CSS pixels. */
type MouseDrag = { onStart: () => void; onEnd: (distance: number) => void };

/** Lets a mouse pull a row sideways. A click stays a click; a drag that ends on a link does not follow it. */
export function followMouse(row: HTMLElement, signal: AbortSignal, { onStart, onEnd }: MouseDrag): void {
  let drag: { x: number; scrollLeft: number; isUnderWay: boolean } | undefined;

  const onDown = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    drag = { x: event.clientX, scrollLeft: row.scrollLeft, isUnderWay: false };
  };
  const onUp = (event: PointerEvent) => {
    const ended = drag;
    drag = undefined;
    if (ended?.isUnderWay) onEnd(ended.x - event.clientX);
  };
  const onMove = (event: PointerEvent) => {
    if (!drag || event.pointerType !== "mouse") return;
    // Before a drag has begun, the row does not hear of a button that is let go outside of it.
    if ((event.buttons & LEFT_BUTTON) === 0) return onUp(event);
    const distance = drag.x - event.clientX;
    if (!drag.isUnderWay) {
      if (Math.abs(distance) < CLICK_MAX_PX) return;
      drag.isUnderWay = true;
      ignoreClickOfThisPress();
      row.setPointerCapture(event.pointerId);
      onStart();
      // It may have been on its way.
      drag.scrollLeft = row.scrollLeft;
    }
    row.scrollLeft = drag.scrollLeft + distance;
  };

  row.addEventListener("pointerdown", onDown, { signal });
  row.addEventListener("pointermove", onMove, { signal });
  row.addEventListener("pointerup", onUp, { signal });
  row.addEventListener("pointercancel", onUp, { signal });
  // Links and pictures would be dragged out of the page.
  row.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
}

/** What a swipe is told to: how far it went to the left, in CSS pixels, and where the row stood before it. */
type Swipe = { onStart: () => void; onEnd: (distance: number, placeBefore: number) => void };

/** Notices swipes along a row that the browser itself scrolls. */
export function noticeSwipes(row: HTMLElement, signal: AbortSignal, { onStart, onEnd }: Swipe): void {
  let swipe: { x: number; y: number; scrollLeft: number } | undefined;

  const onTouch = (event: TouchEvent) => {
    const [touch] = event.touches;
    // It may set the row down where it was going.
    onStart();
    swipe = touch && { x: touch.clientX, y: touch.clientY, scrollLeft: row.scrollLeft };
  };
  const onLift = (event: TouchEvent) => {
    const [touch] = event.changedTouches;
    const across = swipe && touch ? swipe.x - touch.clientX : 0;
    const down = swipe && touch ? Math.abs(swipe.y - touch.clientY) : 0;
    onEnd(Math.abs(across) > down ? across : 0, swipe?.scrollLeft ?? 0);
    swipe = undefined;
  };

  row.addEventListener("touchstart", onTouch, { passive: true, signal });
  row.addEventListener("touchend", onLift, { passive: true, signal });
  row.addEventListener("touchcancel", onLift, { passive: true, signal });
}
