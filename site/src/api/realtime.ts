import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { RealtimeClient } from "@supabase/realtime-js";
import type { AccessToken } from "./access.ts";
import { fetchConfig } from "./config.ts";

/** An inserted, updated or deleted row. A deleted row has only its id. */
export type SubscriberChange = { type: "INSERT" | "UPDATE"; row: Subscriber } | { type: "DELETE"; id: number };

export type Listener = {
  onChange: (change: SubscriberChange) => void;
  /** Changes arrive from now on. Earlier ones are missing, so the list has to be fetched again. */
  onLive: () => void;
  /** Changes are missing until the next `onLive`. */
  onLost: () => void;
};

/** Pauses before a reconnection, in milliseconds. Source: docs/product.md §9, live updates. */
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000] as const;

/**
 * Listens to changes of the subscribers over Supabase's Realtime protocol, and reconnects automatically.
 *
 * @returns a function that stops listening
 */
export function followSubscribers(accessToken: AccessToken, listener: Listener): () => void {
  let client: RealtimeClient | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let channels = 0;
  let hasStopped = false;

  // The pause is random, so that not all dashboards reconnect to a restarted gateway at once.
  const pause = (tries: number) => (BACKOFF_MS[tries - 1] ?? BACKOFF_MS[3]) * (0.8 + 0.4 * Math.random());

  async function open() {
    try {
      const { database } = await fetchConfig();
      // A channel without a token is anonymous and gets no changes.
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
    if (failures === 1) console.warn("Live updates are not available", reason);
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
    // A closed channel cannot be joined again, so every try uses a new name.
    socket
      .channel(`subscribers-${channels}`)
      .on<Subscriber>("postgres_changes", { event: "*", schema: "public", table: SUBSCRIBERS_TABLE }, (payload) => {
        if (hasStopped) return;
        if (payload.eventType !== "DELETE") listener.onChange({ type: payload.eventType, row: payload.new });
        else if (payload.old.id !== undefined) listener.onChange({ type: "DELETE", id: payload.old.id });
      })
      // On the hosted platform, changes arrive only some time after the channel was joined. This message says when.
      .on("system", {}, (message) => {
        if (message.status === "ok") live();
      })
      .subscribe((status, error) => {
        if (hasStopped) return;
        if (status === "SUBSCRIBED") live();
        // The client itself rejoins a channel, but not one that the server closed.
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
