import { PLAYER_MESSAGES } from "@porchlight/protocol/player-messages.ts";
import type { Ref } from "react";
import { PlayerIcon } from "./player-icon.tsx";
import type { PlayerStep } from "./player-state.ts";

/** Play, Pause or Play again, as the player stands. */
export function PlayButton(props: { step: PlayerStep; onToggle: () => void; ref?: Ref<HTMLButtonElement> }) {
  const { step, onToggle, ref } = props;
  const [words, shape] = faceOf(step);
  return (
    <button type="button" className="play-button" data-step={step} aria-label={words} onClick={onToggle} ref={ref}>
      <PlayerIcon shape={shape} />
    </button>
  );
}

function faceOf(step: PlayerStep) {
  if (step === "playing" || step === "loading") return [PLAYER_MESSAGES.pause, "pause"] as const;
  if (step === "ended") return [PLAYER_MESSAGES.playAgain, "again"] as const;
  return [PLAYER_MESSAGES.play, "play"] as const;
}
