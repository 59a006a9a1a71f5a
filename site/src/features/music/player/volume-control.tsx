import { PLAYER_MESSAGES } from "@porchlight/protocol/player-messages.ts";
import { useRef } from "react";
import { PlayerIcon } from "./player-icon.tsx";
import { useFill } from "./use-fill.ts";

/** Mute, and the volume from 0 to 1. Where only the device's own buttons set the volume, as on iOS, Mute stands alone. */
export function VolumeControl(props: {
  volume: number;
  isMuted: boolean;
  onVolume: (volume: number) => void;
  onMute: (isMuted: boolean) => void;
}) {
  const { volume, isMuted, onVolume, onMute } = props;
  const slider = useRef<HTMLInputElement>(null);
  const heard = isMuted ? 0 : volume;
  useFill(slider, heard);
  return (
    <div className="player-volume">
      <button
        type="button"
        className="player-button"
        aria-label={PLAYER_MESSAGES.mute}
        aria-pressed={isMuted}
        onClick={() => onMute(!isMuted)}
      >
        <PlayerIcon shape={heard > 0 ? "sound" : "muted"} />
      </button>
      <input
        ref={slider}
        className="slider volume-slider"
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={heard}
        aria-label={PLAYER_MESSAGES.volume}
        aria-valuetext={`${Math.round(heard * 100)} percent`}
        onChange={(event) => onVolume(event.target.valueAsNumber)}
      />
    </div>
  );
}
