import type { SocketService } from "../../http/web-sockets.ts";

/** A realtime service: speaks Supabase's Realtime protocol and sends changes of the subscribers' table. */
export type RealtimeService = SocketService;
