import type { ScreenAnswer, ScreenContent, ScreenName } from "@porchlight/protocol/content.ts";

/** The content of the screen with this name. */
export type ContentOf<Name extends ScreenName> = Extract<ScreenContent, { screen: Name }>;

/** Longest that a screen's words may take, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Fetches the words and pictures of a screen from the gateway.
 *
 * @throws {Error} when the gateway cannot be reached or does not have them
 */
export async function fetchScreen(name: ScreenName): Promise<ScreenAnswer> {
  const response = await fetch(`/content/${name}.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The words of ${name} were answered with ${response.status}`);
  // Our own gateway of the same release answers, typed by the same ScreenAnswer.
  return (await response.json()) as ScreenAnswer;
}
