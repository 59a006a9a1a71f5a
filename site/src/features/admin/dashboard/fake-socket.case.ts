import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { vi } from "vitest";

const OPEN = 1;
const CLOSED = 3;
/** The server's id of a channel's subscription. */
const SUBSCRIPTION = 7;

/** The server for the page's sockets. It speaks version 2.0.0 of the Realtime protocol. */
export type FakeSockets = {
  /** The number of sockets so far. */
  opened: () => number;
  /** The access token of the latest join. */
  token: () => string | undefined;
  insert: (row: Subscriber) => void;
  update: (row: Subscriber) => void;
  remove: (id: number) => void;
  /** Cuts the connection. The next socket opens only after `restore`. */
  cut: () => void;
  restore: () => void;
};

type Frame = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: Record<string, unknown>,
];

/** Replaces the browser's `WebSocket` for one test. */
export function stubSockets(): FakeSockets {
  const sockets: FakeSocket[] = [];
  let isCut = false;
  let token: string | undefined;

  class FakeSocket {
    static readonly OPEN = OPEN;
    readyState = 0;
    joined: { topic: string; joinRef: string | null } | undefined;
    onopen: (() => void) | null = null;
    onclose: ((event: { code: number; wasClean: boolean }) => void) | null = null;
    onerror: ((event: unknown) => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;

    constructor() {
      sockets.push(this);
      queueMicrotask(() => {
        if (isCut) this.drop();
        else {
          this.readyState = OPEN;
          this.onopen?.();
        }
      });
    }

    send(text: string) {
      const [joinRef, ref, topic, event, payload]: Frame = JSON.parse(text);
      if (event === "phx_join") {
        this.joined = { topic, joinRef };
        token = typeof payload.access_token === "string" ? payload.access_token : undefined;
        // The cast holds: the client's own library wrote the payload.
        const { config } = payload as { config: { postgres_changes: object[] } };
        const changes = config.postgres_changes.map((change) => ({ ...change, id: SUBSCRIPTION }));
        this.answer([joinRef, ref, topic, "phx_reply", { status: "ok", response: { postgres_changes: changes } }]);
      } else this.answer([joinRef, ref, topic, "phx_reply", { status: "ok", response: {} }]);
    }

    answer(frame: Frame) {
      queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(frame) }));
    }

    sendChange(data: Record<string, unknown>) {
      if (!this.joined || this.readyState !== OPEN) return;
      const columns = [
        { name: "id", type: "int8" },
        ...["email", "status", "source", "first_name", "last_name"].map((name) => ({ name, type: "text" })),
        { name: "subscribed_at", type: "timestamptz" },
      ];
      const common = { schema: "public", table: "newsletter_subscribers", columns, errors: null };
      this.onmessage?.({
        data: JSON.stringify([
          null,
          null,
          this.joined.topic,
          "postgres_changes",
          { ids: [SUBSCRIPTION], data: { ...common, commit_timestamp: "2026-03-10T12:00:00Z", ...data } },
        ]),
      });
    }

    drop() {
      if (this.readyState === CLOSED) return;
      this.readyState = CLOSED;
      this.onclose?.({ code: 1006, wasClean: false });
    }

    close() {
      this.drop();
    }
  }

  vi.stubGlobal("WebSocket", FakeSocket);
  return {
    opened: () => sockets.length,
    token: () => token,
    insert: (record) => sockets.at(-1)?.sendChange({ type: "INSERT", record }),
    update: (record) => sockets.at(-1)?.sendChange({ type: "UPDATE", record, old_record: { id: record.id } }),
    remove: (id) => sockets.at(-1)?.sendChange({ type: "DELETE", old_record: { id } }),
    cut() {
      isCut = true;
      sockets.at(-1)?.drop();
    },
    restore() {
      isCut = false;
    },
  };
}
