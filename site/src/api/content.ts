import type { ScreenContent, ScreenName, ScreenResponse } from "@porchlight/protocol/content.ts";

export type ContentOf<Name extends ScreenName> = Extract<ScreenContent, { screen: Name }>;

/** Timeout of a request, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Fetches the content of a screen: that of "not-found" if the artist has no such screen, such as a press kit.
 *
 * @throws {Error} when the gateway cannot be reached or responds with an error
 */
export async function fetchScreen(name: ScreenName): Promise<ScreenResponse> {
  const response = await fetch(`/content/${name}.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status === 404) return fetchScreen("not-found");
  if (!response.ok) throw new Error(`The content of ${name} responded with status ${response.status}`);
  // The cast holds: the gateway is from the same release.
  return (await response.json()) as ScreenResponse;
}
