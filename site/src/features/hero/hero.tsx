import type { Picture as PictureContent, Site } from "@porchlight/protocol/content.ts";
import { DESKTOP_MIN_PX, HERO_ROTATION_MS } from "@porchlight/protocol/limits.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { wordSize } from "../../lib/word-size.ts";
import { ArtistName } from "../../ui/artist-name.tsx";
import { Picture } from "../../ui/picture.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { useScrollDrift } from "./use-scroll-drift.ts";
import { keepPicture } from "./words.ts";
import "../../ui/picture-shade.css";
import "./hero.css";

/**
 * The `sizes` of a hero picture. An upright window draws it 178vh wide and shows a part of it. Under grain and shade,
 * half of that resolution is enough. Phones get a part of the picture that is as narrow as they are.
 */
export const HERO_SIZES = "(max-aspect-ratio:1/1) 89vh,(max-aspect-ratio:16/9) 178vh,100vw";

/** How long before its turn a picture starts to load, in milliseconds. */
const LOAD_AHEAD_MS = 5_000;

/** A name with more letters than this has smaller type. */
const LONG_NAME = 24;

type HeroProps = { site: Pick<Site, "name" | "subtitle" | "logo">; pictures: PictureContent[]; children: ReactNode };

/**
 * Full-window pictures that rotate slowly on desktop, with the artist's name over them. Below desktop width, and for
 * visitors who prefer less motion, the first picture stays.
 *
 * @param children content under the name
 */
export function Hero({ site, pictures, children }: HeroProps) {
  const { name, subtitle } = site;
  const [isPaused, setPaused] = useState(false);
  const isDesktop = useMediaQuery(`(min-width: ${DESKTOP_MIN_PX}px)`);
  const prefersLessMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  const canRotate = isDesktop && !prefersLessMotion && pictures.length > 1;
  const { index, loading } = useRotation(pictures.length, canRotate && !isPaused);
  const words = useRef<HTMLDivElement>(null);
  useScrollDrift(words);

  const shown = canRotate ? index : 0;
  // All pictures share the shade below the words, so that it does not change as they rotate.
  const deepest = Math.max(0, ...pictures.map(({ shade }) => shade?.words ?? 0)) || undefined;
  return (
    <section className="hero" aria-labelledby="hero-title" data-words={deepest}>
      <div className="hero-pictures">
        {pictures.map((picture, place) => {
          // The other pictures load only shortly before they show, because most visits are shorter than one rotation.
          if (place > 0 && !(canRotate && place < loading)) return null;
          return (
            <div
              key={picture.name}
              className="hero-picture"
              data-shown={place === shown}
              data-focus={picture.focus}
              data-menu={picture.shade?.menu}
              aria-hidden={place !== shown}
            >
              <Picture picture={picture} sizes={HERO_SIZES} priority={place === 0 ? "high" : "auto"} />
            </div>
          );
        })}
      </div>
      <div className="hero-words" ref={words}>
        <h1 id="hero-title" tabIndex={-1} data-long={name.length > LONG_NAME || undefined} data-word={wordSize(name)}>
          <ArtistName site={site} />
        </h1>
        <p className="hero-subtitle">{subtitle}</p>
        {children}
      </div>
      {canRotate && (
        <button
          type="button"
          className="hero-pause"
          aria-pressed={isPaused}
          onClick={() => setPaused((before) => !before)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d={isPaused ? "M8 5v14l11-7z" : "M7 5h3v14H7zm7 0h3v14h-3z"} fill="currentColor" />
          </svg>
          <span className="visually-hidden">{keepPicture}</span>
        </button>
      )}
    </section>
  );
}

/**
 * @returns the index of the current picture of `count`, which advances every {@link HERO_ROTATION_MS} while running, and
 * how many of the pictures have to load
 */
function useRotation(count: number, isRunning: boolean): { index: number; loading: number } {
  const [{ index, loading }, setState] = useState({ index: 0, loading: 1 });
  useEffect(() => {
    if (!isRunning || count < 2) return;
    let next: ReturnType<typeof setTimeout>;
    const loadNext = () => {
      next = setTimeout(
        () => setState(({ index, loading }) => ({ index, loading: Math.max(loading, index + 2) })),
        HERO_ROTATION_MS - LOAD_AHEAD_MS,
      );
    };
    loadNext();
    const timer = setInterval(() => {
      setState(({ index, loading }) => ({ index: (index + 1) % count, loading }));
      loadNext();
    }, HERO_ROTATION_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(next);
    };
  }, [count, isRunning]);
  return { index: count === 0 ? 0 : index % count, loading };
}
