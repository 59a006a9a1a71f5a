import { PLAYER_MESSAGES } from "@porchlight/protocol/player-messages.ts";
import { useEffect, useRef, useState } from "react";
import { shownTime, spokenTime } from "./song.ts";
import { useFill } from "./use-fill.ts";

/**
 * The dial with the place in the song. Dragged, it moves the song once it is let go.
 *
 * @param props all in seconds
 */
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
  // Before its length is known a song has no places.
  const share = (part: number) => (duration > 0 ? part / duration : 0);
  useFill(slider, share(seconds), share(buffered));

  useEffect(() => {
    const input = slider.current;
    // React's onChange is the browser's `input`; this one comes when the thumb is let go.
    const onChange = () => {
      setDragged(undefined);
      if (input) onSeek(input.valueAsNumber);
    };
    input?.addEventListener("change", onChange);
    return () => input?.removeEventListener("change", onChange);
  }, [onSeek]);

  return (
    <div className="song-slider">
      <input
        ref={slider}
        className="slider"
        type="range"
        data-moves="song"
        min={0}
        max={duration}
        step="any"
        value={seconds}
        aria-label={PLAYER_MESSAGES.place}
        aria-valuetext={`${spokenTime(seconds)} of ${spokenTime(duration)}`}
        onChange={(event) => setDragged(event.target.valueAsNumber)}
      />
      <span className="song-time" aria-hidden="true">
        {shownTime(seconds)}
      </span>
      <span className="song-time" aria-hidden="true">
        {shownTime(duration)}
      </span>
    </div>
  );
}
