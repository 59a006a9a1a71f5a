import { render, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { useInView } from "./use-in-view.ts";

/** Part of an element that is seen, as a share of itself and in pixels of a window 800 px high. */
type Seen = { share: number; height: number };

function Welcome() {
  const element = useRef<HTMLParagraphElement>(null);
  useInView(element);
  return <p ref={element}>Welcome</p>;
}

/** Draws an element that is not in view yet. */
function drawWelcome() {
  let tell: (seen: Seen) => void = () => {};
  const thresholds: number[] = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(onSeen: (entries: object[]) => void, options: { threshold: number[] }) {
        thresholds.push(...options.threshold);
        tell = ({ share, height }) =>
          onSeen([
            {
              isIntersecting: true,
              intersectionRatio: share,
              intersectionRect: { height },
              rootBounds: { height: 800 },
            },
          ]);
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<Welcome />);
  return { thresholds, scrollTo: (seen: Seen) => tell(seen) };
}

const isInView = () => screen.getByText("Welcome").dataset.inView !== undefined;

test("an element fades in once a tenth of it is in view", () => {
  const { thresholds, scrollTo } = drawWelcome();
  expect(thresholds).toContain(0.1);
  expect(isInView()).toBe(false);
  scrollTo({ share: 0.09, height: 40 });
  expect(isInView()).toBe(false);
  scrollTo({ share: 0.1, height: 44 });
  expect(isInView()).toBe(true);
});

test("one whose tenth is more than the window fades in once it fills a tenth of the window", () => {
  const { scrollTo } = drawWelcome();
  scrollTo({ share: 0.009, height: 79 });
  expect(isInView()).toBe(false);
  scrollTo({ share: 0.01, height: 80 });
  expect(isInView()).toBe(true);
});
