import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { filterStrayClicks, ignoreClickOfThisPress, ignoreRepeats } from "./stray-clicks.ts";

/** The element under the one that has just closed or opened. */
let beneath: HTMLAnchorElement;
const followed = vi.fn<(event: Event) => void>();

beforeAll(filterStrayClicks);

beforeEach(() => {
  beneath = document.body.appendChild(document.createElement("a"));
  followed.mockReset();
  return () => {
    // A click far away resets the filter.
    clickAt(0, { x: 1e9 });
    beneath.remove();
  };
});

const press = () => beneath.dispatchEvent(new Event("pointerdown", { bubbles: true }));

/** @param time in milliseconds since the page started */
function clickAt(time: number, { x = 100, y = 100, detail = 1 } = {}): MouseEvent {
  press();
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: y, detail });
  Object.defineProperty(event, "timeStamp", { value: time });
  beneath.dispatchEvent(event);
  return event;
}

describe("after a click that closed or opened something", () => {
  beforeEach(() => {
    clickAt(0);
    ignoreRepeats();
    beneath.addEventListener("click", followed);
  });

  it("repeats of the click at the same place do nothing", () => {
    expect([clickAt(300), clickAt(700, { x: 110, y: 95 })].map((event) => event.defaultPrevented)).toEqual([
      true,
      true,
    ]);
    expect(followed).not.toHaveBeenCalled();
  });

  it("a later click is intended", () => {
    clickAt(600);
    expect(followed).toHaveBeenCalledOnce();
  });

  it("a click at another position is intended, and so are all later ones", () => {
    clickAt(200, { y: 140 });
    clickAt(300, { y: 140 });
    expect(followed).toHaveBeenCalledTimes(2);
  });

  it("a click after a key press is intended", () => {
    beneath.dispatchEvent(new Event("keydown", { bubbles: true }));
    // As if the key closed the dialog that the first click opened.
    ignoreRepeats();
    clickAt(100);
    expect(followed).toHaveBeenCalledOnce();
  });

  it("a click by a key is intended, whatever its position", () => {
    clickAt(100, { detail: 0 });
    expect(followed).toHaveBeenCalledOnce();
  });
});

describe("a press that closed something", () => {
  beforeEach(() => {
    beneath.addEventListener("click", followed);
    beneath.addEventListener("pointerdown", ignoreClickOfThisPress, { once: true });
  });

  it("does not click, but the next press does", () => {
    expect(clickAt(0).defaultPrevented).toBe(true);
    clickAt(10);
    clickAt(20);
    expect(followed).toHaveBeenCalledTimes(2);
  });

  it("that became a scroll does not affect the next click", () => {
    press();
    clickAt(0);
    expect(followed).toHaveBeenCalledOnce();
  });

  it("that became something else does not affect a click by a key", () => {
    press();
    beneath.click();
    expect(followed).toHaveBeenCalledOnce();
  });
});
