import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import type { Owner } from "./owner.ts";
import type { TestSite } from "./test-site.ts";

/** A dashboard that receives live updates. */
export type Dashboard = {
  /** How many events of a new row it received, by address. */
  received: ReadonlyMap<string, number>;
  /** Drops the connection without closing it, as a phone does in a tunnel. */
  drop: () => void;
  close: () => void;
};

const TOPIC = "realtime:subscribers";
const LISTENS = '"Subscribed to PostgreSQL"';
/** Interval of the official client's heartbeats, in milliseconds. */
const HEARTBEAT_MS = 25_000;

/** Opens a dashboard and waits until it is subscribed. */
export async function openDashboard(site: TestSite, owner: Owner, from: string): Promise<Dashboard> {
  const token = await owner.token();
  await site.untilUp();
  const address = site.url.replace("http", "ws");
  const apikey = site.config.database.anonKey;
  const socket = new WebSocket(`${address}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`, {
    headers: { "X-Forwarded-For": from },
  });
  const received = new Map<string, number>();
  let state: "joining" | "listening" | "over" = "joining";
  const sendFrame = (event: string, payload: object, topic = TOPIC) =>
    socket.send(JSON.stringify(["1", "1", topic, event, payload]));
  const beat = setInterval(() => state === "listening" && sendFrame("heartbeat", {}, "phoenix"), HEARTBEAT_MS);
  const end = () => {
    state = "over";
    clearInterval(beat);
  };
  onTestFinished(() => {
    end();
    socket.terminate();
  });
  socket
    .on("open", () => {
      const subscription = { event: "*", schema: "public", table: SUBSCRIBERS_TABLE };
      sendFrame("phx_join", { config: { postgres_changes: [subscription] }, access_token: token });
    })
    .on("message", (data) => {
      const text = String(data);
      if (text.includes(LISTENS)) state = "listening";
      const email = /"type":"INSERT".*"email":"([^"]+)"/.exec(text)?.[1];
      if (email !== undefined) received.set(email, (received.get(email) ?? 0) + 1);
    })
    .on("error", end)
    .on("close", end);
  await vi.waitUntil(() => state !== "joining", { timeout: 60_000 });
  return {
    received,
    drop: () => socket.terminate(),
    close: () => socket.close(),
  };
}
