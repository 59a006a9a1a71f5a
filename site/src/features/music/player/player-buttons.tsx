import type { Ref } from "react";
import type { PlayerStep } from "./player-state.ts";
import * as words from "./words.ts";
import "./player-buttons.css";

const SHAPES = {
  play: "M8 5.2v13.6L19 12z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  again: "M12 5V1.8L6.8 6 12 10.2V7a5.5 5.5 0 1 1-5.5 5.5h-2A7.5 7.5 0 1 0 12 5z",
  previous: "M6 5.5h2.2v13H6zM19 5.5v13L9.2 12z",
  next: "M15.8 5.5H18v13h-2.2zM5 5.5v13l9.8-6.5z",
  sound:
    "M4 9.5v5h3.4l4.6 4V5.5l-4.6 4zM14.5 8.6v6.8a4 4 0 0 0 0-6.8zM14.5 5v1.9a6 6 0 0 1 0 10.2V19a7.7 7.7 0 0 0 0-14z",
  muted:
    "M4 9.5v5h3.4l4.6 4V5.5l-4.6 4zM15 9.4l1.2-1.2 2.3 2.3 2.3-2.3L22 9.4l-2.3 2.3L22 14l-1.2 1.2-2.3-2.3-2.3 2.3L15 14l2.3-2.3z",
  close: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z",
} as const;

type Shape = keyof typeof SHAPES;

/**
 * A small button of the player with an icon.
 *
 * @param isDisabled greys the button out, because with the attribute `disabled` it would lose the focus
 */
export function PlayerButton(props: {
  label: string;
  shape: Shape;
  isPressed?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}) {
  const { label, shape, isPressed, isDisabled, onClick } = props;
  return (
    <button
      type="button"
      className="player-button"
      aria-label={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled}
      onClick={onClick}
    >
      <PlayerIcon shape={shape} />
    </button>
  );
}

/** Play, Pause or Play again. */
export function PlayButton(props: { step: PlayerStep; onToggle: () => void; ref?: Ref<HTMLButtonElement> }) {
  const { step, onToggle, ref } = props;
  const [label, shape] = describeStep(step);
  return (
    <button type="button" className="play-button" data-step={step} aria-label={label} onClick={onToggle} ref={ref}>
      <PlayerIcon shape={shape} />
    </button>
  );
}

function describeStep(step: PlayerStep): [label: string, shape: Shape] {
  if (step === "playing" || step === "loading") return [words.pause, "pause"];
  if (step === "ended") return [words.playAgain, "again"];
  return [words.play, "play"];
}

function PlayerIcon({ shape }: { shape: Shape }) {
  return (
    <svg className="player-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[shape]} fill="currentColor" />
    </svg>
  );
}
