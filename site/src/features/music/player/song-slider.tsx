import { useEffect, useRef, useState } from "react";
import { spokenPlace } from "./slider-words.ts";
import { formatTime } from "./song.ts";
import { useFill } from "./use-fill.ts";
import * as words from "./words.ts";

/** The slider of the place in the song, in seconds. In a drag, the song moves when the visitor releases the thumb. */
export function SongSlider(props: {
  seconds: number;
  duration: number;
  buffered: number;
  onSeek: (seconds: number) => void;
}) {
  const { duration, buffered, onSeek } = props;
  const [dragged, setDragged] = useState<number>();
  const slider = useRef<HTMLInputElement>(null);
  const seconds = Math.min(dragged ?? props.seconds, duration);
  // The length may not be known yet.
  const share = (part: number) => (duration > 0 ? part / duration : 0);
  useFill(slider, share(seconds), share(buffered));

  useEffect(() => {
    const input = slider.current;
    // React's onChange is the browser's event `input`. The event `change` fires when the thumb is released.
    const onChange = () => {
      setDragged(undefined);
      if (input) onSeek(input.valueAsNumber);
    };
    input?.addEventListener("change", onChange);
    return () => input?.removeEventListener("change", onChange);
  }, [onSeek]);

  return (
    <div className="song-slider">
      <span className="song-time" aria-hidden="true">
        {formatTime(seconds)}
      </span>
      <input
        ref={slider}
        className="slider"
        type="range"
        data-moves="song"
        min={0}
        max={duration}
        step="any"
        value={seconds}
        aria-label={words.place}
        aria-valuetext={spokenPlace(seconds, duration)}
        onChange={(event) => setDragged(event.target.valueAsNumber)}
      />
      <span className="song-time" aria-hidden="true">
        {formatTime(duration)}
      </span>
    </div>
  );
}
