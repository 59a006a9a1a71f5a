import { createSeal } from "../shared/link-pages/seal.ts";

/** Path of unsubscribe links; the token is in `t`. */
export const UNSUBSCRIBE_PATH = "/unsubscribe";

/**
 * Rate limit of unsubscribe requests for one client. After a newsletter, a mail provider sends the requests of all its
 * users (RFC 8058) from a few addresses, and none of these requests must be rejected.
 */
export const UNSUBSCRIBE_RATE = { burst: 1_000, perSecond: 20 };

const USE = "an unsubscribe link";

/** Maximum length of a token, in characters: the address has up to 254 characters of three bytes each. */
export const TOKEN_MAX_LENGTH = 1_040;

/** Unsubscribe links, one for each address. */
export type UnsubscribeLinks = {
  /**
   * Returns a function that creates the link of an address. Call it again for each file, because a restored backup may
   * change the secret.
   */
  linker(): (email: string) => string;
  /** The same, for the tokens in the links. */
  tokens(): (email: string) => string;
  /** The address of a valid token; undefined for any other text. */
  read(token: string): string | undefined;
};

/**
 * Links that work as long as the list's secret is stored, even if their address is not on the list.
 *
 * A token is an address that is sealed with the list's secret ({@link createSeal}). It is always the same.
 *
 * @param secret reads the list's secret, in base64url
 * @param publicUrl address of the site, without a slash at the end
 */
export function createUnsubscribeLinks(options: { secret: () => string; publicUrl: string }): UnsubscribeLinks {
  const { secret, publicUrl } = options;
  const tokens = () => createSeal(secret(), USE).seal;
  return {
    tokens,
    linker() {
      const tokenOf = tokens();
      return (email) => `${publicUrl}${UNSUBSCRIBE_PATH}?t=${tokenOf(email)}`;
    },
    read(token) {
      if (token.length > TOKEN_MAX_LENGTH) return undefined;
      return createSeal(secret(), USE).open(token);
    },
  };
}
