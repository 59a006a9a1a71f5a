/** Data of a client that stays in memory until the client continues. */
type Held = { client: string; bytes: number; breakOff: () => void };

/** Counts bytes that clients make the gateway hold in memory. */
export type HeldBytes = {
  /** @returns a function to call when the bytes are no longer held */
  add(held: Held): () => void;
  /** Whether a client holds more than it may. */
  isFull(client: string): boolean;
};

/**
 * @param most.own bytes of one client. With more, {@link HeldBytes.isFull} returns true
 * @param most.total bytes of all clients. With more, the client that holds the most is cut off, its largest part first
 */
export function createHeldBytes(most: { own: number; total: number }): HeldBytes {
  const clients = new Map<string, { bytes: number; parts: Set<Held> }>();
  let total = 0;

  function remove(held: Held): void {
    const own = clients.get(held.client);
    if (!own?.parts.delete(held)) return;
    own.bytes -= held.bytes;
    total -= held.bytes;
    if (own.parts.size === 0) clients.delete(held.client);
  }

  return {
    add(held) {
      const own = clients.get(held.client) ?? { bytes: 0, parts: new Set() };
      clients.set(held.client, own);
      own.parts.add(held);
      own.bytes += held.bytes;
      total += held.bytes;
      while (total > most.total) {
        const largest = findLargest(findLargest(clients.values()).parts);
        remove(largest);
        largest.breakOff();
      }
      return () => remove(held);
    },
    isFull: (client) => (clients.get(client)?.bytes ?? 0) > most.own,
  };
}

/** @param items at least one */
function findLargest<Item extends { bytes: number }>(items: Iterable<Item>): Item {
  return [...items].reduce((largest, item) => (item.bytes > largest.bytes ? item : largest));
}
