/** Where a request comes from. */
export type RequestOrigin = {
  /** The key that limits count by: an IPv4 address, or the network of an IPv6 one. */
  key: string;
  address: string;
  /** Ends the connection at once, so that no client mistakes half a response for a whole one. */
  breakOff?: () => void;
  /** Counts bytes of a file that the client has not read yet. @returns a function to call when it has read them */
  holdUnread?: (bytes: number) => () => void;
  /** Whether the client disconnected before its whole request arrived. */
  hasGone?: () => boolean;
  /** Gives the body of an upload more time to arrive. Only for a client that may upload. */
  takeTime?: () => void;
};
