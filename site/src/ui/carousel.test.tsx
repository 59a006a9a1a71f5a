import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Carousel } from "./carousel.tsx";
import { CAROUSEL_AUTOPLAY_MS, CAROUSEL_TRANSITION_MS } from "./carousel-steps.ts";
import { filterStrayClicks } from "./stray-clicks.ts";

const SLIDE_PX = 300;
/** A mouse with its left button pressed. */
const MOUSE = { pointerType: "mouse", button: 0, buttons: 1, pointerId: 1 };

/** Fakes the layout: slides side by side, moved by the row's scroll position. */
function layOut(windowWidth: number, itemsInView: number) {
  vi.stubGlobal("innerWidth", windowWidth);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(itemsInView * SLIDE_PX);
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockImplementation(function (this: HTMLElement) {
    return this.children.length * SLIDE_PX;
  });
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const place = this.parentElement ? [...this.parentElement.children].indexOf(this) : 0;
    return new DOMRect(place * SLIDE_PX - (this.parentElement?.scrollLeft ?? 0), 0, SLIDE_PX, SLIDE_PX);
  });
}

const slidesOf = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    key: String(place),
    content: <a href={`/music/${place}`}>Album {place}</a>,
  }));

function show(count: number, shown?: number, isAutoplaying = false) {
  const onSlideChange = vi.fn<(index: number) => void>();
  const carousel = (slides: number, inView?: number) => (
    <Carousel
      title="Albums"
      slides={slidesOf(slides)}
      shown={inView}
      onSlideChange={onSlideChange}
      {...(isAutoplaying && { autoplay: true })}
    />
  );
  const { rerender } = render(carousel(count, shown));
  const row = screen.getByRole("list");
  return {
    onSlideChange,
    row,
    user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }),
    /** Index of the first slide in view. */
    place: () => row.scrollLeft / SLIDE_PX,
    rerender: (slides: number, inView?: number) => rerender(carousel(slides, inView)),
  };
}

/** The animations of slides. The test's DOM itself has no animations. */
const glides: { from: unknown; duration: unknown }[] = [];

const settle = () => vi.advanceTimersByTime(CAROUSEL_TRANSITION_MS + 200);

beforeAll(filterStrayClicks);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  glides.length = 0;
  HTMLElement.prototype.animate = vi.fn<HTMLElement["animate"]>((keyframes, options) => {
    const { duration } = Object(options);
    glides.push({ from: Object(keyframes).translate[0], duration });
    const animation = new EventTarget() as Animation;
    const timer = setTimeout(() => animation.onfinish?.(new Event("finish") as AnimationPlaybackEvent), duration);
    return Object.assign(animation, { cancel: () => clearTimeout(timer) });
  });
});

function preferReducedMotion() {
  const media = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    query.includes("reduced-motion") ? media("(min-width: 0px)") : media(query),
  );
}

describe("a carousel", () => {
  it("is a region with labelled slides", () => {
    layOut(1500, 4);
    show(6);
    expect(screen.getByRole("region", { name: "Albums" }).getAttribute("aria-roledescription")).toBe("carousel");
    const slides = screen.getAllByRole("listitem");
    expect(slides.map((slide) => slide.getAttribute("aria-label"))).toEqual([1, 2, 3, 4, 5, 6].map((n) => `${n} of 6`));
  });

  it("moves two slides per press in a wide window, takes 400 ms, announces its position, and loops", async () => {
    layOut(1500, 4);
    const { user, row, place, onSlideChange } = show(7);
    const next = screen.getByRole("button", { name: "Next slide" });
    await user.click(next);
    expect(new Set(glides.map(({ from, duration }) => `${from} ${duration}`))).toEqual(new Set(["600px 400"]));
    vi.advanceTimersByTime(CAROUSEL_TRANSITION_MS - 1);
    expect([row.dataset.moving, onSlideChange.mock.calls]).toEqual(["", []]);
    settle();
    expect([place(), row.dataset.moving]).toEqual([2, undefined]);
    expect(screen.getByRole("status").textContent).toBe("3 to 6 of 7");
    await user.click(next);
    settle();
    expect(place()).toBe(3);
    await user.click(next);
    settle();
    expect(place()).toBe(0);
    expect(onSlideChange.mock.calls).toEqual([[2], [3], [0]]);
  });

  it("loops back from its beginning", async () => {
    layOut(1100, 3);
    const { user, place } = show(5);
    await user.click(screen.getByRole("button", { name: "Previous slide" }));
    settle();
    expect(place()).toBe(2);
  });

  it("does not loop with three slides", () => {
    layOut(500, 1);
    const { place } = show(3, 2);
    fireEvent.keyDown(screen.getByRole("link", { name: "Album 2" }), { key: "ArrowRight" });
    settle();
    expect(place()).toBe(2);
  });

  it("counts two quick presses as two steps and one change", async () => {
    layOut(1500, 4);
    const { user, place, onSlideChange } = show(12);
    await user.dblClick(screen.getByRole("button", { name: "Next slide" }));
    settle();
    expect(place()).toBe(4);
    expect(onSlideChange.mock.calls).toEqual([[4]]);
  });

  it("moves by arrow keys, Home and End, with the focus on a slide in view", () => {
    layOut(800, 2);
    const { place } = show(5);
    const press = (key: string) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      settle();
    };
    screen.getByRole("link", { name: "Album 0" }).focus();
    press("ArrowRight");
    expect(place()).toBe(1);
    expect(document.activeElement?.textContent).toBe("Album 1");
    press("End");
    expect(place()).toBe(3);
    expect(document.activeElement?.textContent).toBe("Album 3");
    press("ArrowLeft");
    expect(document.activeElement?.textContent).toBe("Album 3");
    press("Home");
    expect(place()).toBe(0);
    expect(document.activeElement?.textContent).toBe("Album 0");
  });

  it("ignores keys that mean something else", () => {
    layOut(800, 2);
    const { place } = show(5);
    const isOurs = !fireEvent.keyDown(screen.getByRole("link", { name: "Album 0" }), {
      key: "ArrowRight",
      altKey: true,
    });
    settle();
    expect([isOurs, place()]).toEqual([false, 0]);
  });

  it("moves at once under reduced motion", async () => {
    layOut(1500, 4);
    preferReducedMotion();
    const { user, place } = show(7);
    await user.click(screen.getByRole("button", { name: "Next slide" }));
    expect([place(), glides]).toEqual([2, []]);
  });

  it("reports a swipe when the row is still", () => {
    layOut(800, 2);
    const { row, onSlideChange } = show(5);
    row.scrollLeft = 1.4 * SLIDE_PX;
    fireEvent.scroll(row);
    expect(onSlideChange).not.toHaveBeenCalled();
    settle();
    expect(onSlideChange.mock.calls).toEqual([[1]]);
  });

  it("loops after a swipe beyond its end, because the browser does not", () => {
    layOut(500, 1);
    const { row, place } = show(4, 3);
    const swipe = (from: number, to: number) => {
      fireEvent.touchStart(row, { touches: [{ clientX: from, clientY: 0 }] });
      fireEvent.touchEnd(row, { changedTouches: [{ clientX: to, clientY: 5 }] });
      settle();
    };
    swipe(300, 230);
    expect(place()).toBe(3);
    swipe(300, 200);
    expect(place()).toBe(0);
    swipe(200, 300);
    expect(place()).toBe(3);
  });

  it("loops even if a finger stops it on its way to the end", async () => {
    layOut(500, 1);
    const { row, place, user } = show(4, 2);
    await user.click(screen.getByRole("button", { name: "Next slide" }));
    vi.advanceTimersByTime(CAROUSEL_TRANSITION_MS / 2);
    fireEvent.touchStart(row, { touches: [{ clientX: 300, clientY: 0 }] });
    fireEvent.touchEnd(row, { changedTouches: [{ clientX: 200, clientY: 5 }] });
    settle();
    expect(place()).toBe(0);
  });

  it("follows the mouse, and moves back after a drag below 80 px", () => {
    layOut(1100, 3);
    const { row, place, onSlideChange } = show(6);
    row.setPointerCapture = () => {};
    const drag = (distance: number) => {
      fireEvent.pointerDown(row, { ...MOUSE, clientX: 500 });
      fireEvent.pointerMove(row, { ...MOUSE, clientX: 500 - distance });
      const during = row.scrollLeft;
      fireEvent.pointerUp(row, { ...MOUSE, buttons: 0, clientX: 500 - distance });
      settle();
      return during;
    };
    expect(drag(79)).toBe(79);
    expect(place()).toBe(0);
    drag(80);
    expect(place()).toBe(1);
    drag(2 * SLIDE_PX);
    expect(place()).toBe(3);
    drag(90);
    expect(place()).toBe(0);
    expect(onSlideChange.mock.calls).toEqual([[1], [3], [0]]);
  });

  it("ends a drag if the button was released outside of the row", () => {
    layOut(1100, 3);
    const { row, onSlideChange } = show(6);
    row.setPointerCapture = () => {};
    fireEvent.pointerDown(row, { ...MOUSE, clientX: 500 });
    fireEvent.pointerUp(document.body, { ...MOUSE, buttons: 0, clientX: 500 });
    fireEvent.pointerMove(row, { ...MOUSE, buttons: 0, clientX: 400 });
    expect([row.scrollLeft, row.dataset.moving]).toEqual([0, undefined]);
    row.scrollLeft = SLIDE_PX;
    fireEvent.scroll(row);
    settle();
    expect(onSlideChange.mock.calls).toEqual([[1]]);
  });

  it("follows a clicked link, but not a link on which a drag ends", () => {
    layOut(1100, 3);
    const { row } = show(6);
    row.setPointerCapture = () => {};
    const link = screen.getByRole("link", { name: "Album 1" });
    const clickAfter = (distance: number) => {
      fireEvent.pointerDown(link, { ...MOUSE, clientX: 500 });
      fireEvent.pointerMove(link, { ...MOUSE, clientX: 500 - distance });
      fireEvent.pointerUp(link, { ...MOUSE, buttons: 0, clientX: 500 - distance });
      return fireEvent.click(link, { detail: 1 });
    };
    expect(clickAfter(100)).toBe(false);
    expect(clickAfter(5)).toBe(true);
    expect(clickAfter(100)).toBe(false);
    // As by the Enter key.
    expect(fireEvent.click(link)).toBe(true);
  });

  it("shows a slide without reporting it, even if slides are added before it", () => {
    layOut(1100, 3);
    const { place, onSlideChange, rerender } = show(6, 4);
    expect(place()).toBe(3);
    rerender(9, 7);
    expect(place()).toBe(6);
    rerender(9, 8);
    expect(place()).toBe(6);
    settle();
    expect(onSlideChange).not.toHaveBeenCalled();
  });
});

describe("a carousel's autoplay", () => {
  const passes = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  /** Shows a carousel of seven slides, four of them in view, with autoplay. */
  const play = () => {
    layOut(1500, 4);
    return show(7, undefined, true);
  };

  it("is off by default", () => {
    layOut(1500, 4);
    const { place } = show(7);
    passes(10 * CAROUSEL_AUTOPLAY_MS);
    expect(place()).toBe(0);
    expect(screen.queryByRole("button", { name: /slide show/ })).toBeNull();
  });

  it("moves one step every 3000 ms, loops, and is silent for screen readers", () => {
    const { place } = play();
    passes(2_999);
    expect(place()).toBe(0);
    passes(1);
    expect(place()).toBe(2);
    passes(3_000);
    expect(place()).toBe(3);
    passes(3_000);
    expect(place()).toBe(0);
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("pauses while the pointer is over it, and for a whole interval afterwards", () => {
    const { place, row } = play();
    const region = screen.getByRole("region", { name: "Albums" });
    passes(2_000);
    fireEvent.pointerEnter(region);
    passes(9_000);
    expect(place()).toBe(0);
    fireEvent.pointerLeave(region);
    passes(2_999);
    expect(place()).toBe(0);
    passes(1);
    expect(row.scrollLeft).toBe(2 * SLIDE_PX);
  });

  it("pauses while the focus is in it", async () => {
    const { place } = play();
    const link = screen.getByRole("link", { name: "Album 1" });
    act(() => link.focus());
    passes(9_000);
    expect(place()).toBe(0);
    await act(async () => link.blur());
    passes(3_000);
    expect(place()).toBe(2);
  });

  it("pauses while the tab is hidden", () => {
    const { place } = play();
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    passes(9_000);
    expect(place()).toBe(0);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    passes(3_000);
    expect(place()).toBe(2);
  });

  it("waits a whole interval after a swipe", () => {
    const { place, row } = play();
    passes(2_900);
    row.scrollLeft = SLIDE_PX;
    fireEvent.scroll(row);
    passes(2_900);
    expect(place()).toBe(1);
    passes(100);
    expect(place()).toBe(3);
  });

  it("can be stopped and started again, as WCAG requires after five seconds", async () => {
    const { user, place } = play();
    await user.click(screen.getByRole("button", { name: "Stop automatic slide show" }));
    act(() => screen.getByRole("button", { name: "Start automatic slide show" }).blur());
    fireEvent.pointerLeave(screen.getByRole("region", { name: "Albums" }));
    passes(9_000);
    expect(place()).toBe(0);
    await user.click(screen.getByRole("button", { name: "Start automatic slide show" }));
    await act(async () => screen.getByRole("button", { name: "Stop automatic slide show" }).blur());
    fireEvent.pointerLeave(screen.getByRole("region", { name: "Albums" }));
    passes(3_000);
    expect(place()).toBe(2);
  });

  it("never starts under reduced motion", () => {
    preferReducedMotion();
    const { place } = play();
    passes(9_000);
    expect(place()).toBe(0);
  });

  it("can have another interval", () => {
    layOut(1500, 4);
    render(<Carousel title="Albums" slides={slidesOf(7)} autoplay autoplayMs={500} />);
    passes(500);
    expect(screen.getByRole("list").scrollLeft).toBe(2 * SLIDE_PX);
  });
});
