/** So much of a song left, in seconds, is time enough to load the next one. */
const READ_AHEAD_SECONDS = 30;

/** What a browser says of its line, where it says anything. Source: wicg.github.io/netinfo. */
export type Connection = { saveData?: boolean; effectiveType?: string };

/**
 * Whether to load the next song already: at once on a fast line, otherwise near the end of this one, and never for a
 * visitor who saves data.
 */
export function readsAhead(secondsLeft: number, { saveData, effectiveType }: Connection): boolean {
  if (saveData) return false;
  return effectiveType === "4g" || secondsLeft <= READ_AHEAD_SECONDS;
}
