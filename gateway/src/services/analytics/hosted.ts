import type { AnalyticsEvent } from "@porchlight/protocol/analytics.ts";
import type { Logger } from "../../lib/log.ts";
import { type Every, repeat } from "../../lib/repeat.ts";
import type { AnalyticsService } from "./contract.ts";
import { countedName } from "./counted-name.ts";

/** A property of Google Analytics 4, and the secret that lets events into it. */
type GoogleAnalyticsAccount = {
  measurementId: string;
  apiSecret: string;
  /** `https://www.google-analytics.com`, without a slash at its end. */
  url: string;
};

/** What events for Google Analytics need. */
export type HostedAnalyticsOptions = GoogleAnalyticsAccount & {
  /** Where the site is, without a slash at its end. */
  publicUrl: string;
  /** Albums that the carousel may hold just now. */
  albums: () => readonly { name: string }[];
  log: Pick<Logger, "warn">;
  fetch?: typeof globalThis.fetch;
  every?: Every;
  /** A signal that fires after so many milliseconds. */
  timeout?: (ms: number) => AbortSignal;
};

type GoogleEvent = { name: AnalyticsEvent["name"]; params: Record<string, string | number> };

/** How often events are sent, in milliseconds; so much a killed process may lose. */
const SEND_EVERY_MS = 5_000;
/** Events that wait at most; what comes beyond is not counted. */
const WAITING_MAX = 5_000;
/** Events of one request at most. Source: developers.google.com, "Measurement Protocol", limitations. */
const BATCH_MAX = 25;
/** Requests of one sending at most, so that a rush is spread over time. */
const REQUESTS_MAX = 50;
/** How long Google may take for an answer, in milliseconds. */
const TIMEOUT_MS = 5_000;

/**
 * Events sent to Google Analytics 4 by the gateway, so that no browser asks Google for anything. All of them come from
 * one client, the site: who looked is not told, and so Google's reports count views and moves rightly and every visitor
 * as the same one. An event is sent once: Google answers success whatever it makes of it, and asked again might count
 * twice.
 * Source: developers.google.com, Google Analytics 4, "Measurement Protocol": mp/collect.
 */
export function createHostedAnalytics(options: HostedAnalyticsOptions): AnalyticsService {
  const { measurementId, apiSecret, url, publicUrl, albums, log, every = repeat } = options;
  const { fetch = globalThis.fetch, timeout = AbortSignal.timeout } = options;
  const query = new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret });
  const waiting: GoogleEvent[] = [];
  let sending = Promise.resolve();
  let isFailing = false;

  /** Sends what waits, one request after another. Never rejects: what could not be sent is not counted. */
  function send(): Promise<void> {
    sending = sending.then(async () => {
      for (let request = 0; request < REQUESTS_MAX && waiting.length > 0; request += 1) {
        const failure = await post(waiting.splice(0, BATCH_MAX));
        // The address that was asked holds the secret, so only what went wrong is told, once until it goes well again.
        if (failure && !isFailing) log.warn({ reason: failure }, "Google Analytics does not take what is counted");
        isFailing = failure !== undefined;
        if (isFailing) return;
      }
    });
    return sending;
  }

  /** @returns what went wrong */
  async function post(events: readonly GoogleEvent[]): Promise<string | undefined> {
    try {
      const response = await fetch(`${url}/mp/collect?${query}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          client_id: "porchlight.site",
          non_personalized_ads: true,
          events,
        }),
        redirect: "error",
        signal: timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return response.ok ? undefined : `status ${response.status}`;
    } catch (error) {
      return error instanceof Error ? error.name : "no answer";
    }
  }

  const end = every(SEND_EVERY_MS, () => void send());
  return {
    isHosted: true,
    record(events) {
      for (const event of events) {
        const name = countedName(event, albums());
        if (name !== undefined && waiting.length < WAITING_MAX) waiting.push(googleEvent(event, name, publicUrl));
      }
    },
    async stop() {
      end();
      await send();
    },
  };
}

/** An event in Google's own names. Source: developers.google.com, Google Analytics 4, "Events". */
function googleEvent(event: AnalyticsEvent, name: string, publicUrl: string): GoogleEvent {
  if (event.name === "slide_change")
    return { name: event.name, params: { item_name: name, index: event.params.index } };
  return { name: event.name, params: { page_path: name, page_location: publicUrl + name } };
}
