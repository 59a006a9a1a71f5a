import { setImmediate as nextTurn } from "node:timers/promises";
import type { RealtimeSocket } from "../../../http/web-sockets.ts";
import type { Identification } from "../../shared/caller.ts";
import type { ChangeEvent, PublishedTable, RowChange } from "../../shared/change-events.ts";
import { type FrameVersion, type Ref, writeFrame } from "../frames.ts";
import { createMessages, type Messages } from "./messages.ts";
import type { Subscription } from "./subscriptions.ts";

/** A topic that one socket has joined. */
export type Channel = {
  readonly topic: string;
  readonly joinRef: Ref;
  readonly version: FrameVersion;
  readonly socket: RealtimeSocket;
  readonly subscriptions: readonly Subscription[];
  /** The access token that decides the channel's rights. Only {@link Channels.changeToken} changes it. */
  token: string;
  /** Removes the channel from its socket. */
  readonly forget: () => void;
};

/** All joined channels. */
export interface Channels {
  add(channel: Channel): void;
  remove(channel: Channel): void;
  /** Gives the channel the rights of this token only. */
  changeToken(channel: Channel, token: string): void;
  /** Sends the reason and closes the channel. */
  end(channel: Channel, reason: string): void;
  /** Sends a change event to the channels that may read it, in the order of the calls. */
  deliver(changeEvent: ChangeEvent): void;
  /** Ends the channels whose token is no longer valid. */
  endExpired(): Promise<void>;
}

type ChannelsOptions = {
  table: PublishedTable;
  identify: (token: string) => Promise<Identification>;
  onError: (error: unknown) => void;
};

/** Maximum number of events in a batch; other work runs between batches. For 200 dashboards, that is 2,000 messages. */
const EVENTS_PER_BATCH = 10;
/** Maximum number of queued events. With more, it is cheaper to make every client reload the list. */
const WAITING_MAX = 10_000;

/** Messages for rejected tokens, in the hosted service's words where it has such a message. */
export const TOKEN_ERRORS = {
  "missing-key": "Unauthorized",
  "unknown-key": "Unauthorized",
  "invalid-token": "Failed to validate JWT signature",
  "expired-token": "Token has expired",
  "ended-session": "The session has ended",
} as const satisfies Record<Extract<Identification, { ok: false }>["reason"], string>;

/** Channels grouped by token, so that one check of a token serves all of them. */
export function createChannels({ table, identify, onError }: ChannelsOptions): Channels {
  const byToken = new Map<string, Set<Channel>>();
  let waiting: ChangeEvent[] = [];
  let isDelivering = false;
  /** All tokens to which the current batch has to be delivered, including finished ones. */
  let pendingTokens: Set<string> | undefined;
  let isEndingExpired = false;

  async function deliverAll(): Promise<void> {
    isDelivering = true;
    try {
      while (waiting.length > 0) {
        await deliverBatch();
        if (waiting.length > 0) await nextTurn();
      }
    } finally {
      isDelivering = false;
    }
  }

  async function deliverBatch(): Promise<void> {
    const batch = waiting.splice(0, EVENTS_PER_BATCH);
    const messages = createMessages(table);
    const notified = new Set<Channel>();
    pendingTokens = new Set(byToken.keys());
    for (const token of pendingTokens) {
      for (const channel of await listenersWith(token)) {
        // If the token changed during the await, the channel gets the batch with its new token. No await follows here,
        // so the token cannot change while the events are sent.
        if (notified.has(channel) || channel.token !== token) continue;
        notified.add(channel);
        for (const changeEvent of batch) deliverTo(channel, changeEvent, messages);
      }
    }
    pendingTokens = undefined;
  }

  function deliverTo(channel: Channel, changeEvent: ChangeEvent, messages: Messages): void {
    // An earlier event of this batch, or a slow socket, may have ended the channel.
    if (!byToken.get(channel.token)?.has(channel)) return;
    if (changeEvent.type === "missed") requestRejoin(channel);
    else if (changeEvent.table === table.name) send(channel, messages, changeEvent);
  }

  function send(channel: Channel, messages: Messages, change: RowChange): void {
    for (const frame of messages.framesFor(channel, change)) channel.socket.send(frame);
  }

  /** The channels of a token, if it may read the table. Ends them when the token is no longer valid. */
  async function listenersWith(token: string): Promise<Channel[]> {
    let identification: Identification | undefined;
    try {
      identification = await identify(token);
    } catch (error) {
      onError(error);
    }
    const channels = [...(byToken.get(token) ?? [])];
    if (identification?.ok) {
      const { caller } = identification;
      return caller.role === "authenticated" && caller.admin ? channels : [];
    }
    for (const channel of channels) {
      if (identification === undefined) requestRejoin(channel);
      else end(channel, TOKEN_ERRORS[identification.reason]);
    }
    return [];
  }

  /** Sends Phoenix's event for a crashed channel. Clients then join again and load what they missed. */
  function requestRejoin(channel: Channel): void {
    if (channel.subscriptions.length === 0) return;
    const { topic, joinRef, version, socket } = channel;
    socket.send(writeFrame({ joinRef, ref: joinRef, topic, event: "phx_error", json: "{}" }, version));
    remove(channel);
  }

  function end(channel: Channel, reason: string): void {
    const { topic, joinRef, version, socket } = channel;
    const name = topic.slice(topic.indexOf(":") + 1);
    const json = JSON.stringify({ extension: "system", status: "error", message: reason, channel: name });
    socket.send(writeFrame({ joinRef, ref: null, topic, event: "system", json }, version));
    socket.send(writeFrame({ joinRef, ref: joinRef, topic, event: "phx_close", json: "{}" }, version));
    remove(channel);
  }

  function add(channel: Channel): void {
    const channels = byToken.get(channel.token);
    if (channels === undefined) byToken.set(channel.token, new Set([channel]));
    else channels.add(channel);
  }

  function leaveToken(channel: Channel): void {
    const channels = byToken.get(channel.token);
    channels?.delete(channel);
    if (channels?.size === 0) byToken.delete(channel.token);
  }

  function remove(channel: Channel): void {
    leaveToken(channel);
    channel.forget();
  }

  return {
    add,
    remove,
    end,
    changeToken(channel, token) {
      leaveToken(channel);
      channel.token = token;
      add(channel);
      // The loop over the batch's tokens may have passed the new token. If the token is added again, it comes last.
      pendingTokens?.delete(token);
      pendingTokens?.add(token);
    },
    deliver(changeEvent) {
      if (byToken.size === 0) return;
      waiting.push(changeEvent);
      if (waiting.length > WAITING_MAX) waiting = [{ type: "missed" }];
      if (!isDelivering) deliverAll().catch(onError);
    },
    async endExpired() {
      if (isEndingExpired) return;
      isEndingExpired = true;
      try {
        for (const token of [...byToken.keys()]) if (byToken.has(token)) await listenersWith(token);
      } finally {
        isEndingExpired = false;
      }
    },
  };
}
