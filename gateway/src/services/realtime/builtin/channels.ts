import { setImmediate as nextTurn } from "node:timers/promises";
import type { Identification } from "../../shared/caller.ts";
import type { ChangeEvent, PublishedTable, RowChange } from "../../shared/change-events.ts";
import type { RealtimeSocket } from "../contract.ts";
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
  /** The access token whose rights hold: changed by {@link Audience.changeToken} alone. */
  token: string;
  /** Forgets the channel at its socket. */
  readonly forget: () => void;
};

/** Everybody who listens. */
export interface Audience {
  add(channel: Channel): void;
  remove(channel: Channel): void;
  /** From now on the channel has the rights of this token and no others. */
  changeToken(channel: Channel, token: string): void;
  /** Says why, closes the channel, and forgets it. */
  end(channel: Channel, reason: string): void;
  /** Passes a happening on to those who may hear it, in the order of the calls. */
  tell(happening: ChangeEvent): void;
  /** Ends the channels whose token holds no more. */
  endLapsed(): Promise<void>;
}

/** What an audience needs. */
export type AudienceOptions = {
  table: PublishedTable;
  identify: (token: string) => Promise<Identification>;
  onError: (error: unknown) => void;
};

/** Most happenings that are told between two looks at other work: 200 dashboards make 2,000 messages of them. */
const EVENTS_PER_BATCH = 10;
/** Most happenings that wait; past that it is cheaper for everybody to ask for the list anew. */
const WAITING_MAX = 10_000;

/** Why a token does not hold, in the words of the hosted service where it has any. */
export const LAPSED = {
  "missing-key": "Unauthorized",
  "unknown-key": "Unauthorized",
  "invalid-token": "Failed to validate JWT signature",
  "expired-token": "Token has expired",
  "ended-session": "The session has ended",
} as const satisfies Record<Extract<Identification, { ok: false }>["reason"], string>;

/** Those who listen, by the token whose rights they have: that is checked once for all of them. */
export function createAudience({ table, identify, onError }: AudienceOptions): Audience {
  const byToken = new Map<string, Set<Channel>>();
  let waiting: ChangeEvent[] = [];
  let isTelling = false;
  /** Tokens whose channels have still to be told of the present happenings, and those who have been. */
  let round: Set<string> | undefined;

  async function tellAll(): Promise<void> {
    isTelling = true;
    try {
      while (waiting.length > 0) {
        await tellSome();
        if (waiting.length > 0) await nextTurn();
      }
    } finally {
      isTelling = false;
    }
  }

  async function tellSome(): Promise<void> {
    const batch = waiting.splice(0, EVENTS_PER_BATCH);
    const messages = createMessages(table);
    const told = new Set<Channel>();
    round = new Set(byToken.keys());
    for (const token of round) {
      for (const channel of await listenersWith(token)) {
        // One that gave its token up since then has its turn with the new one: from here on nothing waits.
        if (told.has(channel) || channel.token !== token) continue;
        told.add(channel);
        for (const happening of batch) pass(happening, channel, messages);
      }
    }
    round = undefined;
  }

  function pass(happening: ChangeEvent, channel: Channel, messages: Messages): void {
    // An earlier happening of this batch, or a socket that could not keep up, may have ended it.
    if (!byToken.get(channel.token)?.has(channel)) return;
    if (happening.type === "missed") askToRejoin(channel);
    else if (happening.table === table.name) send(channel, messages, happening);
  }

  function send(channel: Channel, messages: Messages, change: RowChange): void {
    for (const frame of messages.framesFor(channel, change)) channel.socket.send(frame);
  }

  /** The channels that may hear with a token. When it holds no more they are ended, and there are none. */
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
      if (identification === undefined) askToRejoin(channel);
      else end(channel, LAPSED[identification.reason]);
    }
    return [];
  }

  /** Phoenix's word for a channel that crashed: clients join again by themselves, and load what they missed. */
  function askToRejoin(channel: Channel): void {
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
      // It may have left a token whose turn was to come for one that has had it: a set is walked through to its new end.
      round?.delete(token);
      round?.add(token);
    },
    tell(happening) {
      if (byToken.size === 0) return;
      waiting.push(happening);
      if (waiting.length > WAITING_MAX) waiting = [{ type: "missed" }];
      if (!isTelling) tellAll().catch(onError);
    },
    async endLapsed() {
      for (const token of [...byToken.keys()]) await listenersWith(token);
    },
  };
}
