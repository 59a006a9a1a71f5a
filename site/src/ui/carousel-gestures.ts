import { ignoreClickOfThisPress } from "./stray-clicks.ts";

/** Largest movement of a click, in CSS pixels. */
const CLICK_MAX_PX = 8;

/** Value in `MouseEvent.buttons`. */
const LEFT_BUTTON = 1;

/** Callbacks of a drag. `distance` is to the left, in CSS pixels. */
type MouseDrag = { onStart: () => void; onEnd: (distance: number) => void };

/** Makes a row draggable by mouse. A click stays a click, and a drag that ends on a link does not follow the link. */
export function handleMouseDrag(row: HTMLElement, signal: AbortSignal, { onStart, onEnd }: MouseDrag): void {
  let drag: { x: number; scrollLeft: number; isDragging: boolean } | undefined;

  const onDown = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    drag = { x: event.clientX, scrollLeft: row.scrollLeft, isDragging: false };
  };
  const onUp = (event: PointerEvent) => {
    const ended = drag;
    drag = undefined;
    if (ended?.isDragging) onEnd(ended.x - event.clientX);
  };
  const onMove = (event: PointerEvent) => {
    if (!drag || event.pointerType !== "mouse") return;
    // Before the pointer is captured, the row does not notice a button that is released outside of it.
    if ((event.buttons & LEFT_BUTTON) === 0) return onUp(event);
    const distance = drag.x - event.clientX;
    if (!drag.isDragging) {
      if (Math.abs(distance) < CLICK_MAX_PX) return;
      drag.isDragging = true;
      ignoreClickOfThisPress();
      row.setPointerCapture(event.pointerId);
      onStart();
      // `onStart` may have stopped an animation.
      drag.scrollLeft = row.scrollLeft;
    }
    row.scrollLeft = drag.scrollLeft + distance;
  };

  row.addEventListener("pointerdown", onDown, { signal });
  row.addEventListener("pointermove", onMove, { signal });
  row.addEventListener("pointerup", onUp, { signal });
  row.addEventListener("pointercancel", onUp, { signal });
  // Without this, the browser would drag links and pictures.
  row.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
}

/** Callbacks of a swipe. `distance` is to the left, `scrollLeft` is the value before the swipe, in CSS pixels. */
type Swipe = { onStart: () => void; onEnd: (distance: number, scrollLeft: number) => void };

/** Reports swipes along a row. The browser itself scrolls the row. */
export function watchSwipes(row: HTMLElement, signal: AbortSignal, { onStart, onEnd }: Swipe): void {
  let swipe: { x: number; y: number; scrollLeft: number } | undefined;

  const onTouch = (event: TouchEvent) => {
    const [touch] = event.touches;
    // `onStart` may change `scrollLeft`.
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
