import type { Finding } from "@porchlight/protocol/doctor.ts";
import pino from "pino";
import { ContentError } from "../../content/content.ts";
import { createReleases } from "../../content/releases.ts";
import { SOCKET_PATH } from "../../http/web-sockets.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import { tryFetch, whyUnreachable } from "../try-fetch.ts";

/** Statuses with which our own gateway rejects a socket. They show that the request has arrived. */
const OUR_REFUSALS = [401, 429, 503];

/** Checks whether the proxy passes WebSockets on, which live updates of the dashboard need. */
export async function checkSocket(publicUrl: string, { tryWebSocket }: Outside): Promise<Finding> {
  const socket = about("web-socket", "WebSockets");
  const next = "Make the proxy pass the headers Upgrade and Connection on. docs/running.md shows how for nginx.";
  let status: number;
  try {
    status = await tryWebSocket(`${publicUrl.replace(/^http/, "ws")}${SOCKET_PATH}?vsn=1.0.0`);
  } catch (error) {
    return socket.bad(`None could be opened: ${whyUnreachable(error)}. The dashboard gets no live updates.`, next);
  }
  // The check sends no key, so the gateway rejects the socket. That shows that the request for a socket arrived.
  return status === 101 || OUR_REFUSALS.includes(status)
    ? socket.good("They get through, so the dashboard gets live updates.")
    : socket.bad(`None gets through (status ${status}), so the dashboard gets no live updates.`, next);
}

/** Checks whether players can fetch a part of a recording, to start anywhere. No finding without a recording. */
export async function checkRanges(publicUrl: string, contentDir: string, fetch: Outside["fetch"]): Promise<Finding[]> {
  const file = firstRecording(contentDir);
  if (file === undefined) return [];
  const ranges = about("web-ranges", "Parts of recordings");
  const path = file.split("/").map(encodeURIComponent).join("/");
  const result = await tryFetch(fetch, `${publicUrl}/audio/${path}`, { headers: { Range: "bytes=0-1" } });
  if (!("response" in result)) return [ranges.unknown(`None could be fetched: ${result.why}.`, "Try again.")];
  const { status, headers } = result.response;
  await result.response.body?.cancel();
  if (status === 404) {
    return [ranges.look(`The site has no recording ${file}.`, "Check that its file is in content/music.")];
  }
  const isPart = status === 206 && /^bytes 0-1\/\d+$/.test(headers.get("Content-Range") ?? "");
  return isPart && headers.get("Content-Length") === "2"
    ? [ranges.good("They get through, so a song can start anywhere.")]
    : [
        ranges.bad(
          `They do not get through (status ${status}), so fans cannot skip within a song, and iPhones play nothing.`,
          "Make the proxy pass Range and Content-Length on, and compress nothing at /audio/.",
        ),
      ];
}

function firstRecording(contentDir: string): string | undefined {
  try {
    const releases = createReleases({ contentDir, clock: () => new Date(0), log: pino({ level: "silent" }) });
    return releases.list().flatMap(({ tracks }) => tracks.flatMap(({ file }) => file ?? []))[0];
  } catch (error) {
    // The check of the content reports this error already.
    if (error instanceof ContentError) return undefined;
    throw error;
  }
}
