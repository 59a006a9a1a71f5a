/** Sentences and names of the player that people read, exactly as docs/product.md words them. */
export const PLAYER_MESSAGES = {
  nothingChosen: "Choose an album to hear it.",
  failed: "This recording would not load.",
  tryAgain: "Try again",
  play: "Play",
  pause: "Pause",
  playAgain: "Play again",
  previous: "Previous",
  next: "Next",
  mute: "Mute",
  volume: "Volume",
  place: "Place in the song",
  tracks: "Songs",
  notPlayable: "not playable here",
  close: "Stop and close",
  keyboard: "Keyboard",
  keyboardNote: "These keys work while the player has the focus: click it, or reach it with Tab.",
} as const;

/** The player's keys and what they do, in the order of its help. */
export const PLAYER_KEYS = [
  [["Space", "K"], "Play or pause"],
  [["←", "J"], "Back 10 seconds"],
  [["→", "L"], "Forward 10 seconds"],
  [["N"], "Next song"],
  [["P"], "Beginning, or previous song"],
  [["↑", "↓"], "Louder, softer"],
  [["M"], "Mute"],
] as const;
