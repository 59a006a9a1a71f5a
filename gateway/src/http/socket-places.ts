/** The place of one open socket among all of them. */
export type SocketPlace = {
  /** What limits count the client by. */
  readonly key: string;
  /** When the client was last heard, on the clock of its owner. */
  lastHeard: number;
  /** Whether somebody who is signed in listens on it. */
  isAdmin: () => boolean;
  /** Closes the socket to make room for another; undefined while it is being opened. */
  giveUp: (() => void) | undefined;
};

/** Room for open sockets. */
export type SocketPlaces = {
  /** A place for one more socket, or whose limit is reached. Where it must, an anonymous one is closed for it. */
  take(key: string, now: number): SocketPlace | "client-has-too-many" | "all-taken";
  leave(place: SocketPlace): void;
};

/** Open sockets of all clients together; each costs about 15 kB. */
const MAX_SOCKETS = 2_000;
/** Of these anonymous ones; the others are left to those who are signed in. */
const MAX_ANONYMOUS = 1_000;
/** Open sockets of one client. */
const MAX_SOCKETS_EACH = 100;
/** Of these anonymous ones. No page of ours needs one: a dashboard signs in on its socket at once. */
const MAX_ANONYMOUS_EACH = 50;

/**
 * Divides the room for sockets so that strangers cannot take what the owner needs. Every socket begins as an anonymous
 * one. Where there are too many of these, a new one takes the place of the anonymous one that was silent for longest, so
 * the owner's next socket always finds room.
 *
 * @param limits whether clients are limited each
 */
export function createSocketPlaces(limits: boolean): SocketPlaces {
  const places = new Set<SocketPlace>();

  /** Whether there is room now, after an anonymous socket was closed if need be. */
  function makeRoom(among: readonly SocketPlace[], max: number, maxAnonymous: number): boolean {
    const anonymous = among.filter((place) => !place.isAdmin());
    if (among.length < max && anonymous.length < maxAnonymous) return true;
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
      if (!makeRoom([...places], MAX_SOCKETS, MAX_ANONYMOUS)) return "all-taken";
      const place: SocketPlace = { key, lastHeard: now, isAdmin: () => false, giveUp: undefined };
      places.add(place);
      return place;
    },
    leave: (place) => void places.delete(place),
  };
}
