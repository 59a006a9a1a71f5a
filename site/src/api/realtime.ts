import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { RealtimeClient } from "@supabase/realtime-js";
import type { AccessToken } from "./access.ts";
import { fetchConfig } from "./config.ts";

/** A row that came, changed or went. Of one that went only its id is told. */
export type SubscriberChange = { type: "INSERT" | "UPDATE"; row: Subscriber } | { type: "DELETE"; id: number };

/** What is done with what is heard. */
export type Listener = {
  onChange: (change: SubscriberChange) => void;
  /** Changes are heard from now on. Those of the time before are not told: ask for the list again. */
  onLive: () => void;
  /** Changes are not heard until the next `onLive`. */
  onLost: () => void;
};

/** Pauses before connecting again, in milliseconds. Source: docs/product.md §9, live updates. */
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000] as const;

/**
 * Listens to every change of the table of subscribers over Supabase's Realtime protocol, and connects again by
 * itself for as long as it takes.
 *
 * @returns what ends the listening
 */
export function followSubscribers(accessToken: AccessToken, listener: Listener): () => void {
  let client: RealtimeClient | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let channels = 0;
  let hasStopped = false;

  // Spread, so that a restarted gateway does not meet all dashboards at once.
  const pause = (tries: number) => (BACKOFF_MS[tries - 1] ?? BACKOFF_MS[3]) * (0.8 + 0.4 * Math.random());

  async function open() {
    try {
      const { database } = await fetchConfig();
      // A channel that is joined without a token counts as anonymous, and would hear nothing.
      const token = await accessToken();
      if (hasStopped) return;
      client ??= new RealtimeClient(`${location.origin}/realtime/v1`, {
        params: { apikey: database.anonKey },
        accessToken,
        reconnectAfterMs: pause,
      });
      await client.setAuth(token);
      if (!hasStopped) join(client);
    } catch (error) {
      if (!hasStopped) tryAgain(error);
    }
  }

  function tryAgain(reason: unknown) {
    failures += 1;
    if (failures === 1) console.warn("Live updates are not there", reason);
    listener.onLost();
    clearTimeout(timer);
    timer = setTimeout(open, pause(failures));
  }

  function live() {
    if (hasStopped) return;
    failures = 0;
    listener.onLive();
  }

  function join(socket: RealtimeClient) {
    channels += 1;
    // A closed channel is never joined again, so every try has a name of its own.
    socket
      .channel(`subscribers-${channels}`)
      .on<Subscriber>("postgres_changes", { event: "*", schema: "public", table: SUBSCRIBERS_TABLE }, (payload) => {
        if (hasStopped) return;
        if (payload.eventType !== "DELETE") listener.onChange({ type: payload.eventType, row: payload.new });
        else if (payload.old.id !== undefined) listener.onChange({ type: "DELETE", id: payload.old.id });
      })
      // On the hosted platform changes flow only some time after the channel was joined, and this says when.
      .on("system", {}, (message) => {
        if (message.status === "ok") live();
      })
      .subscribe((status, error) => {
        if (hasStopped) return;
        if (status === "SUBSCRIBED") live();
        // The client joins a channel again by itself after any other trouble, but not one that the server closed.
        else if (status === "CLOSED") tryAgain(error);
        else listener.onLost();
      });
  }

  const onOnline = () => client?.connect();
  addEventListener("online", onOnline);
  open();
  return () => {
    hasStopped = true;
    clearTimeout(timer);
    removeEventListener("online", onOnline);
    client?.removeAllChannels();
  };
}
