import type { HeroPicture } from "@porchlight/protocol/content.ts";
import { DESKTOP_MIN_PX } from "@porchlight/protocol/limits.ts";
import { type ReactNode, useRef, useState } from "react";
import { Picture } from "../../ui/picture.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { useRotation } from "./use-rotation.ts";
import { useScrollDrift } from "./use-scroll-drift.ts";
import "./hero.css";

/**
 * How wide a hero picture is fetched. In an upright window it is drawn 178vh wide, of which a third is seen; half as
 * fine is fine enough under grain and shade, and spares a phone most of the bytes.
 */
export const HERO_SIZES = "(max-aspect-ratio: 1/1) 89vh, (max-aspect-ratio: 16/9) 178vh, 100vw";

/** Letters from which on a name is set smaller, so that it still leaves the picture some room. */
const LONG_NAME = 24;

/**
 * Full-window pictures that change slowly on desktop, with the artist's name over them.
 * Below desktop width, and for visitors who asked for less motion, the first picture stands still.
 *
 * @param children what stands under the name, such as the row of platforms
 */
export function Hero(props: { name: string; subtitle: string; pictures: HeroPicture[]; children: ReactNode }) {
  const { name, subtitle, pictures, children } = props;
  const [isPaused, setPaused] = useState(false);
  const isDesktop = useMediaQuery(`(min-width: ${DESKTOP_MIN_PX}px)`);
  const wantsStillness = useMediaQuery("(prefers-reduced-motion: reduce)");
  const canRotate = isDesktop && !wantsStillness && pictures.length > 1;
  const turn = useRotation(pictures.length, canRotate && !isPaused);
  const words = useRef<HTMLDivElement>(null);
  useScrollDrift(words);

  const shown = canRotate ? turn : 0;
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero-pictures">
        {pictures.map((picture, place) => {
          // The others are fetched only where they will be seen.
          if (place > 0 && !canRotate) return null;
          return (
            <div
              key={picture.name}
              className="hero-picture"
              data-shown={place === shown}
              data-focus={picture.focus}
              aria-hidden={place !== shown}
            >
              <Picture picture={picture} sizes={HERO_SIZES} priority={place === 0 ? "high" : "auto"} />
            </div>
          );
        })}
      </div>
      <div className="hero-words" ref={words}>
        <h1 id="hero-title" tabIndex={-1} data-long={name.length > LONG_NAME || undefined}>
          {name}
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
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
            <path d={isPaused ? "M8 5v14l11-7z" : "M7 5h3v14H7zm7 0h3v14h-3z"} fill="currentColor" />
          </svg>
          <span className="visually-hidden">Keep this picture</span>
        </button>
      )}
    </section>
  );
}
