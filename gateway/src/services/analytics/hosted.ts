import type { AnalyticsEvent } from "@porchlight/protocol/analytics.ts";
import type { Logger } from "../../lib/log.ts";
import { type Every, repeat } from "../../lib/repeat.ts";
import type { AnalyticsService } from "./contract.ts";
import { countedName } from "./counted-name.ts";

/** A property of Google Analytics 4, and the secret for sending events to it. */
type GoogleAnalyticsAccount = {
  measurementId: string;
  apiSecret: string;
  /** `https://www.google-analytics.com`, without a slash at the end. */
  url: string;
};

export type HostedAnalyticsOptions = GoogleAnalyticsAccount & {
  /** The site's address, without a slash at the end. */
  publicUrl: string;
  /** The albums that the carousel may show now. */
  albums: () => readonly { name: string }[];
  log: Pick<Logger, "warn">;
  fetch?: typeof globalThis.fetch;
  every?: Every;
  /** Creates a signal that fires after `ms`. */
  timeout?: (ms: number) => AbortSignal;
};

type GoogleEvent = { name: AnalyticsEvent["name"]; params: Record<string, string | number> };

/** How often events are sent, in milliseconds. If the process is killed, at most these events are lost. */
const SEND_EVERY_MS = 5_000;
/** Maximum number of waiting events. Further events are not counted. */
const WAITING_MAX = 5_000;
/** Maximum number of events in a request. Source: developers.google.com, "Measurement Protocol", limitations. */
const BATCH_MAX = 25;
/** Maximum number of requests at once, so that many events are spread over time. */
const REQUESTS_MAX = 50;
/** How long Google may take for a response, in milliseconds. */
const TIMEOUT_MS = 5_000;

/**
 * Sends events to Google Analytics 4 from the gateway, so that no browser connects to Google. All events come from one
 * client, the site, so that Google learns nothing about visitors. Its reports count views and slide changes correctly,
 * but only one visitor. Each event is sent once: Google always responds with success, and could count a retry twice.
 * Source: developers.google.com, Google Analytics 4, "Measurement Protocol": mp/collect.
 */
export function createHostedAnalytics(options: HostedAnalyticsOptions): AnalyticsService {
  const { measurementId, apiSecret, url, publicUrl, albums, log, every = repeat } = options;
  const { fetch = globalThis.fetch, timeout = AbortSignal.timeout } = options;
  const query = new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret });
  const waiting: GoogleEvent[] = [];
  let sending = Promise.resolve();
  let isFailing = false;

  /** Sends the waiting events, one request after another. Never rejects. Events of a failed request are not counted. */
  function send(): Promise<void> {
    sending = sending.then(async () => {
      for (let request = 0; request < REQUESTS_MAX && waiting.length > 0; request += 1) {
        const failure = await post(waiting.splice(0, BATCH_MAX));
        // We log only the reason, because the address contains the secret. We log it once until a request succeeds.
        if (failure && !isFailing) log.warn({ reason: failure }, "Google Analytics does not accept events");
        isFailing = failure !== undefined;
        if (isFailing) return;
      }
    });
    return sending;
  }

  /** @returns the reason of a failure */
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
      return error instanceof Error ? error.name : "no response";
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

/** Converts an event to Google's names. Source: developers.google.com, Google Analytics 4, "Events". */
function googleEvent(event: AnalyticsEvent, name: string, publicUrl: string): GoogleEvent {
  if (event.name === "slide_change")
    return { name: event.name, params: { item_name: name, index: event.params.index } };
  return { name: event.name, params: { page_path: name, page_location: publicUrl + name } };
}
