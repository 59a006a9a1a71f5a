import { type KeyboardEvent, type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { CAROUSEL_AUTOPLAY_MS, findView } from "./carousel-steps.ts";
import { createTrack, type Track } from "./carousel-track.ts";
import * as words from "./carousel-words.ts";
import { useAutoplay } from "./use-autoplay.ts";
import "./carousel.css";

type Slide = { key: string; content: ReactNode };

/**
 * A row of slides. The window's width decides how many are in view. Arrow buttons, swipes and mouse drags move the row,
 * and so do the arrow keys while the focus is inside. A slide that gets the focus comes into view. Without script, the
 * row scrolls.
 *
 * @param shown index of a slide that has to be in view
 * @param autoplay whether it moves one step at every interval, with a button to stop; see {@link useAutoplay}
 * @param autoplayMs the interval, in milliseconds
 * @param onSlideChange called with the index of the first slide in view, after the row has moved
 */
export function Carousel(props: {
  title: string;
  slides: Slide[];
  shown?: number | undefined;
  autoplay?: boolean;
  autoplayMs?: number;
  onSlideChange?: (index: number) => void;
}) {
  const { title, slides, shown, autoplay = false, autoplayMs = CAROUSEL_AUTOPLAY_MS, onSlideChange } = props;
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  const row = useRef<HTMLUListElement>(null);
  const track = useRef<Track>(undefined);
  const [announcement, setAnnouncement] = useState("");
  const [isStopped, setStopped] = useState(false);
  const report = useEffectEvent((index: number) => onSlideChange?.(index));
  const count = slides.length;

  useLayoutEffect(() => {
    if (!row.current) return;
    track.current = createTrack(row.current, report);
    return () => track.current?.stop();
  }, []);

  // New slides may have pushed the shown slide out of view.
  useLayoutEffect(() => {
    if (shown !== undefined && shown < count) track.current?.reveal(shown);
  }, [shown, count]);

  useAutoplay(box, autoplay && !isStopped ? autoplayMs : undefined, () => track.current?.step(1));

  const press = (direction: 1 | -1) => {
    const first = track.current?.step(direction) ?? 0;
    setAnnouncement(words.slidesInView(first + 1, Math.min(first + findView(innerWidth).items, count), count));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!moveByKey(track.current, event)) return;
    event.preventDefault();
    track.current?.keepFocusInView();
  };

  return (
    <section
      className="carousel"
      ref={box}
      aria-roledescription={words.carousel}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
    >
      <h2 id={titleId}>{title}</h2>
      {autoplay && (
        <button
          type="button"
          className="carousel-arrow carousel-stop"
          aria-label={words.slideShow(isStopped)}
          onClick={() => setStopped(!isStopped)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d={isStopped ? "M8 5v14l11-7z" : "M7 5h3v14H7zm7 0h3v14h-3z"} fill="currentColor" />
          </svg>
        </button>
      )}
      <ul className="carousel-row" ref={row}>
        {slides.map(({ key, content }, index) => (
          <li key={key} aria-roledescription={words.slide} aria-label={words.slidePlace(index + 1, count)}>
            {content}
          </li>
        ))}
      </ul>
      <div className="carousel-arrows">
        <Arrow label={words.previousSlide} shape="M15 4 7 12l8 8" onPress={() => press(-1)} />
        <Arrow label={words.nextSlide} shape="m9 4 8 8-8 8" onPress={() => press(1)} />
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}

function Arrow({ label, shape, onPress }: { label: string; shape: string; onPress: () => void }) {
  return (
    <button type="button" className="carousel-arrow" aria-label={label} onClick={onPress}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={shape} fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  );
}

/** @returns false for a key that does not move the carousel */
function moveByKey(track: Track | undefined, { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || shiftKey) return false;
  if (key === "ArrowRight") track?.step(1);
  else if (key === "ArrowLeft") track?.step(-1);
  else if (key === "End") track?.toEnd(1);
  else if (key === "Home") track?.toEnd(-1);
  else return false;
  return true;
}
