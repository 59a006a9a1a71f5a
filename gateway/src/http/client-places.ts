/**
 * Maximum number of places that one client may take: enough for a hundred people at one address, with six connections
 * each. A place is an open connection, an open request or a waiting request.
 */
export const MAX_PLACES_EACH = 600;

/** Counts the places of each client. */
type ClientPlaces = {
  /** Takes a place. @returns a function that releases the place, to be called once; undefined when none is left */
  take(client: string): (() => void) | undefined;
  /** Whether a client has no place left. */
  isFull(client: string): boolean;
};

export function createClientPlaces(): ClientPlaces {
  const takenByClient = new Map<string, number>();
  const taken = (client: string) => takenByClient.get(client) ?? 0;
  const isFull = (client: string) => taken(client) >= MAX_PLACES_EACH;

  function giveBack(client: string): void {
    const remaining = taken(client) - 1;
    if (remaining === 0) takenByClient.delete(client);
    else takenByClient.set(client, remaining);
  }

  function take(client: string): (() => void) | undefined {
    if (isFull(client)) return undefined;
    takenByClient.set(client, taken(client) + 1);
    return () => giveBack(client);
  }

  return { take, isFull };
}
