import type { Client } from "../shared/caller.ts";

/** What a browser brings when it opens a socket at `/realtime/v1/websocket`. */
export type Opening = {
  apikey: string | undefined;
  /** Version of the frames, `1.0.0` or `2.0.0`; without one it is the first. */
  vsn: string | undefined;
  client: Client;
};

/** The gateway's end of an open socket. Frames are text. */
export interface RealtimeSocket {
  /** Sends a frame; a socket that is closed or cannot keep up swallows it and is closed. */
  send(frame: string): void;
  /** @param code as RFC 6455 §7.4 and the registry that it founds have them */
  close(code: number, reason: string): void;
}

/** One connection, from the service's side. */
export interface RealtimeConnection {
  /** A frame arrived. Frames are answered one at a time, in their order. */
  receive(frame: string): void;
  /** Whether it listens with the token of somebody who may administer the site, as far as the service knows. */
  isAdmin(): boolean;
  /** The socket is gone. */
  closed(): void;
}

/**
 * Whether a socket may be opened. A refusal is the status of the handshake's answer: 400 for a version that there is
 * not, 401 for a key that is missing or wrong, 503 while nobody can say or the program ends.
 */
export type Admission =
  | { ok: true; connect: (socket: RealtimeSocket) => RealtimeConnection }
  | { ok: false; status: 400 | 401 | 503 };

/** What we ask of any realtime service: to speak Supabase's Realtime protocol about rows of the subscribers' table. */
export interface RealtimeService {
  /** Decides whether a socket may be opened. Never rejects. */
  open(opening: Opening): Promise<Admission>;
  /** Closes every socket and opens no other, as before the program ends. */
  stop(): void;
}

/** Codes by which a socket is closed. Source: RFC 6455 §7.4.1; IANA, "WebSocket Close Code Number Registry". */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  protocolError: 1002,
  policyViolation: 1008,
  internalError: 1011,
  serviceRestart: 1012,
  tryAgainLater: 1013,
} as const;
