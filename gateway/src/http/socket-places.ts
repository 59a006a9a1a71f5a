/** The place of one open socket. */
export type SocketPlace = {
  /** The key of the client that limits count by. */
  readonly key: string;
  /** When the client last sent something, on the caller's clock. */
  lastHeard: number;
  /** Whether an admin listens on it. */
  isAdmin: () => boolean;
  /** Closes the socket to make room for another; undefined while it is being opened. */
  giveUp: (() => void) | undefined;
};

/** Places for open sockets. */
type SocketPlaces = {
  /** Takes a place for one more socket, or says which limit is reached. May close an anonymous socket to make room. */
  take(key: string, now: number): SocketPlace | "client-has-too-many" | "all-taken";
  leave(place: SocketPlace): void;
};

/** Maximum number of open sockets of all clients together: about 15 kB each, and the frame that one is receiving. */
const MAX_SOCKETS = 2_000;
/** Maximum number of anonymous sockets among them; the rest is for admins. */
const MAX_ANONYMOUS = 1_000;
/** Maximum number of open sockets of one client. */
const MAX_SOCKETS_EACH = 100;
/** Maximum number of anonymous sockets among them. Our pages need none: a dashboard signs in on its socket at once. */
const MAX_ANONYMOUS_EACH = 50;

/**
 * Limits open sockets, so that strangers cannot use up the places that the owner needs. Every socket starts anonymous.
 * When there are too many anonymous sockets, a new one replaces the one that has been silent for longest. So there is
 * always a place for the owner's next socket.
 *
 * @param limits whether the number of sockets per client is limited too
 * @param maxAnonymous maximum number of anonymous sockets of all clients together
 */
export function createSocketPlaces(limits: boolean, maxAnonymous: number = MAX_ANONYMOUS): SocketPlaces {
  const places = new Set<SocketPlace>();

  /** Closes an anonymous socket if necessary. @returns whether there is a free place now */
  function makeRoom(among: readonly SocketPlace[], max: number, mostAnonymous: number): boolean {
    const anonymous = among.filter((place) => !place.isAdmin());
    if (among.length < max && anonymous.length < mostAnonymous) return true;
    const idle = anonymous
      .filter(({ giveUp }) => giveUp !== undefined)
      .reduce<SocketPlace | undefined>(
        (oldest, place) => (oldest && oldest.lastHeard <= place.lastHeard ? oldest : place),
        undefined,
      );
    if (!idle) return false;
    places.delete(idle);
    idle.giveUp?.();
    return true;
  }

  return {
    take(key, now) {
      const ofClient = [...places].filter((place) => place.key === key);
      if (limits && !makeRoom(ofClient, MAX_SOCKETS_EACH, MAX_ANONYMOUS_EACH)) return "client-has-too-many";
      if (!makeRoom([...places], MAX_SOCKETS, maxAnonymous)) return "all-taken";
      const place: SocketPlace = { key, lastHeard: now, isAdmin: () => false, giveUp: undefined };
      places.add(place);
      return place;
    },
    leave: (place) => void places.delete(place),
  };
}
