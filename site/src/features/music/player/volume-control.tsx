import { useRef } from "react";
import { PlayerButton } from "./player-buttons.tsx";
import { spokenVolume } from "./slider-words.ts";
import { useFill } from "./use-fill.ts";
import * as words from "./words.ts";

/** The mute button and the volume from 0 to 1. The stylesheet hides the slider on iOS, where it has no effect. */
export function VolumeControl(props: {
  volume: number;
  isMuted: boolean;
  onVolume: (volume: number) => void;
  onMute: (isMuted: boolean) => void;
}) {
  const { volume, isMuted, onVolume, onMute } = props;
  const slider = useRef<HTMLInputElement>(null);
  const audible = isMuted ? 0 : volume;
  useFill(slider, audible);
  return (
    <div className="player-volume">
      <PlayerButton
        label={words.mute}
        shape={audible > 0 ? "sound" : "muted"}
        isPressed={isMuted}
        onClick={() => onMute(!isMuted)}
      />
      <input
        ref={slider}
        className="slider volume-slider"
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={audible}
        aria-label={words.volume}
        aria-valuetext={spokenVolume(audible)}
        onChange={(event) => onVolume(event.target.valueAsNumber)}
      />
    </div>
  );
}
