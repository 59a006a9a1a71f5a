import { beforeEach, describe, expect, it, vi } from "vitest";
import { ignoreClickOfThisPress, ignoreRepeatsOf } from "./stray-clicks.ts";

/** What lies under whatever has just been closed. */
let beneath: HTMLAnchorElement;
const followed = vi.fn<(event: Event) => void>();

beforeEach(() => {
  beneath = document.body.appendChild(document.createElement("a"));
  followed.mockReset();
  beneath.addEventListener("click", followed);
  return () => {
    // Long after, nothing is waited for any more.
    clickAt(1e9);
    beneath.remove();
  };
});

/** Clicks there so many milliseconds after the page began. */
function clickAt(time: number, x = 100, y = 100): MouseEvent {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: y });
  Object.defineProperty(event, "timeStamp", { value: time });
  beneath.dispatchEvent(event);
  return event;
}

describe("after a click that closed something", () => {
  it("its repeats at the same place do nothing", () => {
    ignoreRepeatsOf(new MouseEvent("click", { clientX: 100, clientY: 100 }));
    const began = performance.now();
    expect([clickAt(began + 300), clickAt(began + 700, 110, 95)].map((event) => event.defaultPrevented)).toEqual([
      true,
      true,
    ]);
    expect(followed).not.toHaveBeenCalled();
  });

  it("a later one is meant", () => {
    ignoreRepeatsOf(new MouseEvent("click", { clientX: 100, clientY: 100 }));
    clickAt(performance.now() + 600);
    expect(followed).toHaveBeenCalledOnce();
  });

  it("one at another place is meant, and so is all that follows it", () => {
    ignoreRepeatsOf(new MouseEvent("click", { clientX: 100, clientY: 100 }));
    const began = performance.now();
    clickAt(began + 200, 100, 140);
    clickAt(began + 300);
    expect(followed).toHaveBeenCalledTimes(2);
  });
});

describe("a press that closed something", () => {
  const press = () => beneath.dispatchEvent(new Event("pointerdown", { bubbles: true }));

  it("clicks on nothing, and the next does again", () => {
    beneath.addEventListener("pointerdown", ignoreClickOfThisPress, { once: true });
    press();
    expect(clickAt(0).defaultPrevented).toBe(true);
    press();
    clickAt(10);
    clickAt(20);
    expect(followed).toHaveBeenCalledTimes(2);
  });

  it("that became a scroll does not take the click of the next one", () => {
    beneath.addEventListener("pointerdown", ignoreClickOfThisPress, { once: true });
    press();
    press();
    clickAt(0);
    expect(followed).toHaveBeenCalledOnce();
  });
});
