/**
 * Maximum number of unread bytes. `own`: a client with more gets no further responses. `total`: if all clients together
 * have more, the client with the most loses its responses, the largest first.
 */
const MAX_BYTES = { own: 32 * 1024 * 1024, total: 256 * 1024 * 1024 };

/** A response that was made for one request. It stays in memory until the client has read it. */
type UnreadResponse = { client: string; bytes: number; breakOff: () => void };

/** Counts the bytes of responses that clients have not read yet. */
export type UnreadBytes = {
  /** @returns a function to call when the client has read the response, or its connection is lost */
  add(response: UnreadResponse): () => void;
  /** Whether a client has to read its responses before it gets another one. */
  isFull(client: string): boolean;
};

export function createUnreadBytes(): UnreadBytes {
  const clients = new Map<string, { bytes: number; responses: Set<UnreadResponse> }>();
  let total = 0;

  function remove(response: UnreadResponse): void {
    const own = clients.get(response.client);
    if (!own?.responses.delete(response)) return;
    own.bytes -= response.bytes;
    total -= response.bytes;
    if (own.responses.size === 0) clients.delete(response.client);
  }

  return {
    add(response) {
      const own = clients.get(response.client) ?? { bytes: 0, responses: new Set() };
      clients.set(response.client, own);
      own.responses.add(response);
      own.bytes += response.bytes;
      total += response.bytes;
      while (total > MAX_BYTES.total) {
        const largest = findLargest(findLargest(clients.values()).responses);
        remove(largest);
        largest.breakOff();
      }
      return () => remove(response);
    },
    isFull: (client) => (clients.get(client)?.bytes ?? 0) > MAX_BYTES.own,
  };
}

/** @param items at least one */
function findLargest<Item extends { bytes: number }>(items: Iterable<Item>): Item {
  return [...items].reduce((largest, item) => (item.bytes > largest.bytes ? item : largest));
}
