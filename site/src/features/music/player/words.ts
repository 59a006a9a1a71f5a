/** Sentences of the player, as docs/product.md has them. */

export const player = "Player";
export const nowPlaying = "Now playing";
export const nothingChosen = "Choose an album to hear it.";
export const failed = "This recording would not load.";
export const tryAgain = "Try again";
export const play = "Play";
export const pause = "Pause";
export const playAgain = "Play again";
export const previous = "Previous";
export const next = "Next";
export const mute = "Mute";
export const volume = "Volume";
export const place = "Place in the song";
export const tracks = "Songs";
export const notPlayable = "not playable here";
export const close = "Stop and close";
export const keyboard = "Keyboard";
export const keyboardNote = "These keys work while the player has the focus: click it, or reach it with Tab.";

/** The player's keys and what they do, in the order of its help. */
export const keys = [
  [["Space", "K"], "Play or pause"],
  [["←", "J"], "Back 10 seconds"],
  [["→", "L"], "Forward 10 seconds"],
  [["N"], "Next song"],
  [["P"], "Beginning, or previous song"],
  [["↑", "↓"], "Louder, softer"],
  [["M"], "Mute"],
] as const;
