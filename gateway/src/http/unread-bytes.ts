/**
 * Maximum number of unread bytes of one client, beyond which it gets no further responses, and of all clients, beyond
 * which the largest responses are cut off.
 */
const MAX_BYTES = { own: 32 * 1024 * 1024, total: 256 * 1024 * 1024 };

/** A response that was made for one request. It stays in memory until the client has read it. */
type UnreadResponse = { client: string; bytes: number; breakOff: () => void };

/** Counts the bytes of responses that clients have not read yet. */
export type UnreadBytes = {
  /** @returns a function to call when the response has been read, or its connection is lost */
  add(response: UnreadResponse): () => void;
  /** Whether a client has to read its responses before it gets another one. */
  isFull(client: string): boolean;
};

export function createUnreadBytes(): UnreadBytes {
  const responses = new Set<UnreadResponse>();
  const byClient = new Map<string, number>();
  let total = 0;

  function change(client: string, bytes: number): void {
    const own = (byClient.get(client) ?? 0) + bytes;
    if (own === 0) byClient.delete(client);
    else byClient.set(client, own);
    total += bytes;
  }

  function remove(response: UnreadResponse): void {
    if (responses.delete(response)) change(response.client, -response.bytes);
  }

  return {
    add(response) {
      responses.add(response);
      change(response.client, response.bytes);
      while (total > MAX_BYTES.total) {
        const largest = [...responses].reduce((one, other) => (other.bytes > one.bytes ? other : one));
        remove(largest);
        largest.breakOff();
      }
      return () => remove(response);
    },
    isFull: (client) => (byClient.get(client) ?? 0) > MAX_BYTES.own,
  };
}
