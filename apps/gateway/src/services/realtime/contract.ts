import type { Client } from "../caller.ts";

/** What a browser brings when it opens a socket at `/realtime/v1/websocket`. */
export type Opening = {
  apikey: string | undefined;
  /** Version of the frames, `1.0.0` or `2.0.0`. */
  vsn: string | undefined;
  client: Client;
};

/** The gateway's end of an open socket. Frames are text. */
export interface RealtimeSocket {
  /** Sends a frame; a socket that is closed or cannot keep up swallows it and is closed. */
  send(frame: string): void;
  /** @param code as RFC 6455 §7.4 has them */
  close(code: number, reason: string): void;
}

/** One connection, from the service's side. */
export interface RealtimeConnection {
  /** A frame arrived. Frames are handed over one at a time, in their order. */
  receive(frame: string): void;
  /** The socket is gone. */
  closed(): void;
}

/** What we ask of any realtime service: to speak Supabase's Realtime protocol about rows of the subscribers' table. */
export interface RealtimeService {
  /** Decides whether a socket may be opened; a refusal is the status of the handshake's answer. */
  open(
    opening: Opening,
  ): Promise<{ ok: true; connect: (socket: RealtimeSocket) => RealtimeConnection } | { ok: false; status: 401 | 503 }>;
  /** Closes every socket, as before the program ends. */
  stop(): void;
}
