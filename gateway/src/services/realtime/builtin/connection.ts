import * as v from "valibot";
import { CLOSE } from "../../../http/close-codes.ts";
import type { RealtimeConnection, RealtimeSocket } from "../../../http/web-sockets.ts";
import type { Identification } from "../../shared/caller.ts";
import type { PublishedTable } from "../../shared/change-events.ts";
import { type Frame, type FrameVersion, parseFrame, writeFrame } from "../frames.ts";
import { type Channel, type Channels, TOKEN_ERRORS } from "./channels.ts";
import { parseSubscriptions, requestsSchema, withIds } from "./subscriptions.ts";

type ConnectionOptions = {
  socket: RealtimeSocket;
  version: FrameVersion;
  /** The channels of all sockets. */
  allChannels: Channels;
  table: PublishedTable;
  identify: (token: string) => Promise<Identification>;
  /** The public key. A client without a token has the rights of this key. */
  anonymousKey: string;
  onError: (error: unknown) => void;
};

/** Maximum number of topics of one socket. The dashboard joins one. */
const CHANNELS_MAX = 20;
/** Maximum number of queued frames. */
const WAITING_MAX = 200;
/** Prefix of every topic's name, as on the hosted service. */
const TOPIC_PREFIX = "realtime:";

const joinSchema = v.object({
  config: v.optional(
    v.object({
      postgres_changes: v.optional(requestsSchema, []),
      postgres_changes_options: v.optional(v.object({ wait: v.optional(v.boolean(), false) }), {}),
      private: v.optional(v.boolean(), false),
    }),
    {},
  ),
  access_token: v.nullish(v.string()),
});
const tokenSchema = v.object({ access_token: v.nullish(v.string()) });

/** Handles one socket: reads the client's frames and replies as Phoenix and Supabase's Realtime do. */
export function createConnection(options: ConnectionOptions): RealtimeConnection {
  const { socket, version, allChannels, table, identify, anonymousKey, onError } = options;
  const channels = new Map<string, Channel>();
  /** The channels whose token belongs to the owner. */
  const adminChannels = new WeakSet<Channel>();
  const waiting: string[] = [];
  let isBusy = false;
  let isOpen = true;

  async function handleWaiting(): Promise<void> {
    isBusy = true;
    try {
      while (isOpen) {
        const text = waiting.shift();
        if (text === undefined) return;
        const frame = parseFrame(text, version);
        if (frame === undefined) close(CLOSE.protocolError, "Not a frame of this protocol");
        else await handle(frame);
      }
    } catch (error) {
      onError(error);
      close(CLOSE.internalError, "Unexpected error");
    } finally {
      isBusy = false;
    }
  }

  async function handle(frame: Frame): Promise<void> {
    const { topic, event } = frame;
    if (topic === "phoenix" && event === "heartbeat") return reply(frame, "ok", {});
    if (event === "phx_join") return join(frame);
    const channel = channels.get(topic);
    if (channel === undefined) {
      // Leaving a channel succeeds even if the server has already closed it.
      if (event === "phx_leave") return reply(frame, "ok", {});
      return reply(frame, "error", { reason: "unmatched topic" });
    }
    switch (event) {
      case "phx_leave":
        allChannels.remove(channel);
        reply(frame, "ok", {});
        return sendClosed(channel);
      case "access_token":
        return changeToken(channel, frame.payload);
      case "broadcast":
      case "presence":
        return reply(frame, "error", { reason: `${event} is not served` });
    }
    // Unknown events are ignored, as on the hosted service.
  }

  async function join(frame: Frame): Promise<void> {
    const { topic } = frame;
    const reject = (reason: string) => reply(frame, "error", { reason });
    if (!topic.startsWith(TOPIC_PREFIX)) return reject("unmatched topic");
    if (topic === TOPIC_PREFIX) return reject("TopicNameRequired: You must provide a topic name");
    const earlier = channels.get(topic);
    if (earlier !== undefined) {
      allChannels.remove(earlier);
      sendClosed(earlier);
    }
    if (channels.size >= CHANNELS_MAX) return reject("ChannelRateLimitReached: Too many channels");
    const parsed = v.safeParse(joinSchema, frame.payload, { abortEarly: true });
    if (!parsed.success) return reject("InvalidJoinPayload");
    const { config, access_token } = parsed.output;
    // Only a policy could allow a client to read a private channel, and this service has no policies.
    if (config.private) {
      const name = topic.slice(TOPIC_PREFIX.length);
      return reject(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`);
    }

    const token = rightsOf(access_token);
    const identification = await identify(token);
    if (!isOpen) return;
    if (!identification.ok) return reject(`InvalidJWTToken: ${TOKEN_ERRORS[identification.reason]}`);

    const requests = config.postgres_changes;
    const read = parseSubscriptions(requests, table);
    if (!read.ok && config.postgres_changes_options.wait) {
      return reject(`RealtimeDisabledForConfiguration: ${read.message}`);
    }
    const channel: Channel = {
      topic,
      joinRef: frame.joinRef ?? frame.ref,
      version,
      socket,
      subscriptions: read.ok ? read.subscriptions : [],
      token: sharedToken(identification, token),
      forget: () => channels.delete(topic),
    };
    channels.set(topic, channel);
    if (isAdminCaller(identification)) adminChannels.add(channel);
    allChannels.add(channel);
    reply(frame, "ok", { postgres_changes: withIds(requests) });
    if (requests.length === 0) return;
    sendSystem(channel, read.ok ? { status: "ok", message: "Subscribed to PostgreSQL" } : { status: "error", ...read });
  }

  async function changeToken(channel: Channel, payload: unknown): Promise<void> {
    const parsed = v.safeParse(tokenSchema, payload);
    if (!parsed.success) return allChannels.end(channel, TOKEN_ERRORS["invalid-token"]);
    const token = rightsOf(parsed.output.access_token);
    // This comes before the check of the new token, so that the old token's rights end at once.
    allChannels.changeToken(channel, token);
    adminChannels.delete(channel);
    const identification = await identify(token);
    if (isAdminCaller(identification)) adminChannels.add(channel);
    if (channels.get(channel.topic) !== channel || channel.token !== token) return;
    if (identification.ok) allChannels.changeToken(channel, sharedToken(identification, token));
    else allChannels.end(channel, TOKEN_ERRORS[identification.reason]);
  }

  /** All channels without a person's rights share one token. Otherwise, each spelling of the public key is checked often. */
  function sharedToken(identification: Identification, token: string): string {
    return identification.ok && identification.caller.role === "anonymous" ? anonymousKey : token;
  }

  /** The newer kind of key, `sb_…`, only identifies the project. It gives the same rights as no token. */
  function rightsOf(token: string | null | undefined): string {
    return token == null || token === "" || token.startsWith("sb_") ? anonymousKey : token;
  }

  function reply({ joinRef, ref, topic }: Frame, status: "ok" | "error", response: object): void {
    const json = JSON.stringify({ status, response });
    socket.send(writeFrame({ joinRef, ref, topic, event: "phx_reply", json }, version));
  }

  function sendSystem(
    { topic, joinRef }: Channel,
    { status, message }: { status: "ok" | "error"; message: string },
  ): void {
    const channel = topic.slice(TOPIC_PREFIX.length);
    const json = JSON.stringify({ extension: "postgres_changes", status, message, channel });
    socket.send(writeFrame({ joinRef, ref: null, topic, event: "system", json }, version));
  }

  function sendClosed({ topic, joinRef }: Channel): void {
    socket.send(writeFrame({ joinRef, ref: joinRef, topic, event: "phx_close", json: "{}" }, version));
  }

  function close(code: number, reason: string): void {
    closed();
    socket.close(code, reason);
  }

  function closed(): void {
    isOpen = false;
    waiting.length = 0;
    for (const channel of [...channels.values()]) allChannels.remove(channel);
  }

  return {
    receive(frame) {
      if (!isOpen) return;
      if (waiting.length >= WAITING_MAX) return close(CLOSE.policyViolation, "Too many frames");
      waiting.push(frame);
      if (!isBusy) void handleWaiting();
    },
    isAdmin: () => [...channels.values()].some((channel) => adminChannels.has(channel)),
    closed,
  };
}

function isAdminCaller(identification: Identification): boolean {
  return identification.ok && identification.caller.role === "authenticated" && identification.caller.admin;
}
