import { PLAYER_KEYS, PLAYER_MESSAGES } from "@porchlight/protocol/player-messages.ts";

/** Which keys work in the player, for those who ask. */
export function KeyboardHelp() {
  return (
    <details className="player-keys">
      <summary>{PLAYER_MESSAGES.keyboard}</summary>
      <dl>
        {PLAYER_KEYS.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p>{PLAYER_MESSAGES.keyboardNote}</p>
    </details>
  );
}
