import { render, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { useInView } from "./use-in-view.ts";

/** The visible part of an element: its share, and its height in a window of 800 px. */
type Seen = { share: number; height: number };

const onInView = vi.fn();

function Welcome() {
  const element = useRef<HTMLParagraphElement>(null);
  useInView(element, onInView);
  return <p ref={element}>Welcome</p>;
}

/** Renders an element out of view. */
function renderWelcome() {
  let report: (seen: Seen) => void = () => {};
  const thresholds: number[] = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(onSeen: (entries: object[]) => void, options: { threshold: number[] }) {
        thresholds.push(...options.threshold);
        report = ({ share, height }) =>
          onSeen([
            {
              isIntersecting: true,
              intersectionRatio: share,
              intersectionRect: { height },
            },
          ]);
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("innerHeight", 800);
  onInView.mockClear();
  render(<Welcome />);
  return { thresholds, scrollTo: (seen: Seen) => report(seen) };
}

const isInView = () => screen.getByText("Welcome").dataset.inView !== undefined;

test("an element fades in when a tenth of it is in view", () => {
  const { thresholds, scrollTo } = renderWelcome();
  expect(thresholds).toContain(0.1);
  expect(isInView()).toBe(false);
  scrollTo({ share: 0.09, height: 40 });
  expect(isInView()).toBe(false);
  expect(onInView).not.toHaveBeenCalled();
  scrollTo({ share: 0.1, height: 44 });
  expect(isInView()).toBe(true);
  expect(onInView).toHaveBeenCalledOnce();
});

test("a very tall element fades in when it fills a tenth of the window", () => {
  const { scrollTo } = renderWelcome();
  scrollTo({ share: 0.009, height: 79 });
  expect(isInView()).toBe(false);
  scrollTo({ share: 0.01, height: 80 });
  expect(isInView()).toBe(true);
});
