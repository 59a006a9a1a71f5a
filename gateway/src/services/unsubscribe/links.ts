import { createSeal } from "./seal.ts";

/** Where a link for leaving leads; its token stands in `t`. */
export const UNSUBSCRIBE_PATH = "/unsubscribe";

/**
 * Fans who unsubscribe, by one client: a mail provider presses its button (RFC 8058) for all of its people, from a few
 * addresses, after each newsletter, and no request of theirs may be rejected.
 */
export const UNSUBSCRIBE_RATE = { burst: 1_000, perSecond: 20 };

const USE = "an unsubscribe link";

/** Longest token there can be, in characters: that of an address of 254 signs of three bytes each. */
export const TOKEN_MAX_LENGTH = 1_040;

/** Links by which a fan leaves the list, one for each address. */
export type UnsubscribeLinks = {
  /** What makes the link of an address; asked for anew for each file, since a restored backup may change the secret. */
  linker(): (email: string) => string;
  /** The address of a token that was made here; undefined for every other text. */
  read(token: string): string | undefined;
};

/**
 * Links that work for as long as the list's secret is stored, whether or not their address is on the list.
 *
 * A token is the address, sealed by the list's secret ({@link createSeal}): the same each time.
 *
 * @param secret reads the list's secret, in base64url
 * @param publicUrl address of the site, without a slash at its end
 */
export function createUnsubscribeLinks(options: { secret: () => string; publicUrl: string }): UnsubscribeLinks {
  const { secret, publicUrl } = options;
  return {
    linker() {
      const tokenOf = createSeal(secret(), USE).seal;
      return (email) => `${publicUrl}${UNSUBSCRIBE_PATH}?t=${tokenOf(email)}`;
    },
    read(token) {
      if (token.length > TOKEN_MAX_LENGTH) return undefined;
      return createSeal(secret(), USE).open(token);
    },
  };
}
