/** Most places of one client: a browser opens six connections, so that is enough for a hundred people at one address. */
export const MAX_PLACES_EACH = 600;

/** Places that each client has: for open connections, open requests, or requests that wait. */
type ClientPlaces = {
  /** Takes a place of a client. @returns what gives it back, to be called once; undefined where none is left */
  take(client: string): (() => void) | undefined;
  /** Whether a client has no place left. */
  isFull(client: string): boolean;
};

/** Counts what each client has, so that no client takes all there is. */
export function createClientPlaces(): ClientPlaces {
  const takenByClient = new Map<string, number>();
  const taken = (client: string) => takenByClient.get(client) ?? 0;
  const isFull = (client: string) => taken(client) >= MAX_PLACES_EACH;

  function giveBack(client: string): void {
    const left = taken(client) - 1;
    if (left === 0) takenByClient.delete(client);
    else takenByClient.set(client, left);
  }

  function take(client: string): (() => void) | undefined {
    if (isFull(client)) return undefined;
    takenByClient.set(client, taken(client) + 1);
    return () => giveBack(client);
  }

  return { take, isFull };
}
