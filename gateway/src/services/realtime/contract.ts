import type { SocketService } from "../../http/web-sockets.ts";

/** What we ask of any realtime service: to speak Supabase's Realtime protocol about rows of the subscribers' table. */
export type RealtimeService = SocketService;
