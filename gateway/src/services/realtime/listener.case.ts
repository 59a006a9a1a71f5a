import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { createClient, type RealtimePostgresChangesPayload, type SupabaseClient } from "@supabase/supabase-js";
import { onTestFinished } from "vitest";

type Site = { url: string; anonymousKey: string };

/** @returns a function that makes clients of a site, with or without a token, with either version of frames */
export function clientsOf({ url, anonymousKey }: Site) {
  return (token?: string, vsn: "1.0.0" | "2.0.0" = "2.0.0"): SupabaseClient => {
    const client = createClient(url, anonymousKey, {
      realtime: { vsn, reconnectAfterMs: () => 10 },
      ...(token === undefined
        ? { auth: { persistSession: false, autoRefreshToken: false } }
        : { accessToken: async () => token }),
    });
    onTestFinished(() => void client.realtime.disconnect());
    return client;
  };
}

/** Joins the list as the footer does. */
export function signUp(client: SupabaseClient, email: string, source = "website-footer") {
  return client.from(SUBSCRIBERS_TABLE).insert({ email, status: "active", source });
}

type Change = RealtimePostgresChangesPayload<Subscriber>;

/** A client that records the changes it receives and the states of its channel. */
export class Listener {
  readonly received: Change[] = [];
  readonly states: string[] = [];
  readonly client: SupabaseClient;
  #wake = () => {};

  constructor(client: SupabaseClient, filter?: string) {
    this.client = client;
    client
      .channel("subscribers")
      .on<Subscriber>(
        "postgres_changes",
        { event: "*", schema: "public", table: SUBSCRIBERS_TABLE, ...(filter !== undefined && { filter }) },
        (change) => {
          this.received.push(change);
          this.#wake();
        },
      )
      .subscribe((state) => {
        this.states.push(state);
        this.#wake();
      });
  }

  /** Joins and waits until the channel is subscribed. */
  static async subscribed(client: SupabaseClient, filter?: string): Promise<Listener> {
    // The client has to fetch its token first. Otherwise the channel would count as anonymous.
    await client.realtime.setAuth();
    const listener = new Listener(client, filter);
    await listener.until(() => listener.states.includes("SUBSCRIBED"));
    return listener;
  }

  /** Waits until a condition holds, and checks it after each message from the server. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Returns the changes received before the reply to a heartbeat: the server replies in order. */
  async receivedSoFar(): Promise<Change[]> {
    const answered = new Promise<void>((resolve) => {
      this.client.realtime.onHeartbeat((status) => {
        if (status === "ok") resolve();
      });
    });
    await this.client.realtime.sendHeartbeat();
    await answered;
    return this.received;
  }
}
