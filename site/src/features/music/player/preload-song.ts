/** Time that is enough to load the next song, in seconds. */
const PRELOAD_SECONDS = 30;

/** Network information, if the browser has it. Source: wicg.github.io/netinfo. */
export type Connection = { saveData?: boolean; effectiveType?: string };

/**
 * Whether to load the next song: at once on a fast network, otherwise near the end of the current song. Never for a
 * visitor who saves data.
 */
export function shouldPreload(secondsLeft: number, { saveData, effectiveType }: Connection): boolean {
  if (saveData) return false;
  return effectiveType === "4g" || secondsLeft <= PRELOAD_SECONDS;
}
