import type { ServerResponse } from "node:http";

/** Most open requests of one client: as many as it may have connections. */
const MAX_OPEN_EACH = 600;

/** Takes a place for a request, until its response is sent or its connection is lost. @returns false where none is left */
type TakeRequestPlace = (client: string, response: ServerResponse) => boolean;

/**
 * Limits the open requests of each client. A proxy opens a connection for each open request, and its connections are not
 * counted. So a visitor who sends bodies slowly, or leaves responses unread, could take every connection there is.
 */
export function createOpenRequests(): TakeRequestPlace {
  const openByClient = new Map<string, number>();
  return (client, response) => {
    const open = openByClient.get(client) ?? 0;
    if (open >= MAX_OPEN_EACH) return false;
    openByClient.set(client, open + 1);
    response.once("close", () => {
      const left = (openByClient.get(client) ?? 1) - 1;
      if (left === 0) openByClient.delete(client);
      else openByClient.set(client, left);
    });
    return true;
  };
}
