import { PLAYER_MESSAGES } from "@porchlight/protocol/player-messages.ts";

/** A song that is on the album and cannot be played here. */
export function SilentTrack({ title }: { title: string }) {
  return (
    <li>
      <p className="track track-silent">
        <span>{title}</span>
        <span className="visually-hidden">, {PLAYER_MESSAGES.notPlayable}</span>
      </p>
    </li>
  );
}
