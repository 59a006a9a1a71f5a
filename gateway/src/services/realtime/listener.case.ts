import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { createClient, type RealtimePostgresChangesPayload, type SupabaseClient } from "@supabase/supabase-js";
import { onTestFinished } from "vitest";

/** A site, and the key that its browsers carry. */
type Reached = { url: string; anonymousKey: string };

/** Makes clients of a site: with a token or without one, with either kind of frames. */
export function clientsOf({ url, anonymousKey }: Reached) {
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

/** What a client hears of the table, and what became of its channel. */
export class Listener {
  readonly heard: Change[] = [];
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
          this.heard.push(change);
          this.#wake();
        },
      )
      .subscribe((state) => {
        this.states.push(state);
        this.#wake();
      });
  }

  /** Joins and waits until changes flow. */
  static async subscribed(client: SupabaseClient, filter?: string): Promise<Listener> {
    // A channel that is joined before the client has asked for its token counts as anonymous.
    await client.realtime.setAuth();
    const listener = new Listener(client, filter);
    await listener.until(() => listener.states.includes("SUBSCRIBED"));
    return listener;
  }

  /** Waits until something is so, looking again with each word from the server. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** What it has heard once the server has answered a heartbeat: it answers after all it has said before. */
  async heardByNow(): Promise<Change[]> {
    const answered = new Promise<void>((resolve) => {
      this.client.realtime.onHeartbeat((status) => {
        if (status === "ok") resolve();
      });
    });
    await this.client.realtime.sendHeartbeat();
    await answered;
    return this.heard;
  }
}
