import type { ScreenContent, ScreenName, ScreenResponse } from "@porchlight/protocol/content.ts";

export type ContentOf<Name extends ScreenName> = Extract<ScreenContent, { screen: Name }>;

/** Timeout of a request, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** @throws {Error} when the gateway cannot be reached or responds with an error */
export async function fetchScreen(name: ScreenName): Promise<ScreenResponse> {
  const response = await fetch(`/content/${name}.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The content of ${name} responded with status ${response.status}`);
  // The cast holds: the gateway is from the same release.
  return (await response.json()) as ScreenResponse;
}
