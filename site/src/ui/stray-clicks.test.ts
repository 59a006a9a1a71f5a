import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { followClicks, ignoreClickOfThisPress, ignoreRepeats } from "./stray-clicks.ts";

/** What lies under whatever has just been closed, or opened. */
let beneath: HTMLAnchorElement;
const followed = vi.fn<(event: Event) => void>();

beforeAll(followClicks);

beforeEach(() => {
  beneath = document.body.appendChild(document.createElement("a"));
  followed.mockReset();
  return () => {
    // Far away, nothing is waited for any more.
    clickAt(0, { x: 1e9 });
    beneath.remove();
  };
});

const press = () => beneath.dispatchEvent(new Event("pointerdown", { bubbles: true }));

/** Clicks there so many milliseconds after the page began. */
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

  it("its repeats at the same place do nothing", () => {
    expect([clickAt(300), clickAt(700, { x: 110, y: 95 })].map((event) => event.defaultPrevented)).toEqual([
      true,
      true,
    ]);
    expect(followed).not.toHaveBeenCalled();
  });

  it("a later one is meant", () => {
    clickAt(600);
    expect(followed).toHaveBeenCalledOnce();
  });

  it("one at another place is meant, and so is all that follows it", () => {
    clickAt(200, { y: 140 });
    clickAt(300, { y: 140 });
    expect(followed).toHaveBeenCalledTimes(2);
  });

  it("one after a key was pressed is meant", () => {
    beneath.dispatchEvent(new Event("keydown", { bubbles: true }));
    // The window that the first has opened is closed by the key.
    ignoreRepeats();
    clickAt(100);
    expect(followed).toHaveBeenCalledOnce();
  });

  it("one by a key is meant, wherever it is said to be", () => {
    clickAt(100, { detail: 0 });
    expect(followed).toHaveBeenCalledOnce();
  });
});

describe("a press that closed something", () => {
  beforeEach(() => {
    beneath.addEventListener("click", followed);
    beneath.addEventListener("pointerdown", ignoreClickOfThisPress, { once: true });
  });

  it("clicks on nothing, and the next does again", () => {
    expect(clickAt(0).defaultPrevented).toBe(true);
    clickAt(10);
    clickAt(20);
    expect(followed).toHaveBeenCalledTimes(2);
  });

  it("that became a scroll does not take the click of the next one", () => {
    press();
    clickAt(0);
    expect(followed).toHaveBeenCalledOnce();
  });

  it("that became something else does not take what a key clicks on", () => {
    press();
    beneath.click();
    expect(followed).toHaveBeenCalledOnce();
  });
});
