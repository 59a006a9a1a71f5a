import { WEBSITE_SOURCES } from "@porchlight/protocol/subscriber.ts";
import { isSame } from "../secrets.ts";
import type { ReturnRequest } from "../subscriber-list.ts";
import { createSeal, TOKEN_MAX_LENGTH } from "./links.ts";

/** Where the link of a confirmation email leads; its token stands in `t`. */
export const CONFIRM_PATH = "/confirm";

/** How long a confirmation email can be answered, in milliseconds. */
const VALID_MS = 7 * 24 * 60 * 60 * 1000;

/** Links by which an address that left the list confirms that it wants to come back. */
export type ReturnLinks = {
  linkFor(back: ReturnRequest): string;
  /** What a token was made for; undefined for one that is too old, and for every other text. */
  read(token: string): ReturnRequest | undefined;
};

/**
 * Links that hold what they are for, sealed as the links for leaving are: nothing is stored until somebody confirms.
 *
 * @param options.secret reads the list's secret, in base64url
 * @param options.publicUrl address of the site, without a slash at its end
 */
export function createReturnLinks(options: {
  secret: () => string;
  publicUrl: string;
  clock: () => Date;
}): ReturnLinks {
  const { secret, publicUrl, clock } = options;
  const sealing = () => createSeal(secret(), "a link for coming back");
  return {
    linkFor({ email, source, asked }) {
      return `${publicUrl}${CONFIRM_PATH}?t=${sealing().seal(`${asked.getTime()} ${source} ${email}`)}`;
    },
    read(token) {
      if (token.length > TOKEN_MAX_LENGTH) return undefined;
      const { seal, unmask } = sealing();
      const text = unmask(token);
      if (text === undefined || !isSame(seal(text), token)) return undefined;
      const [, at, form, email] = /^(\d+) (\S+) (.+)$/s.exec(text) ?? [];
      const source = WEBSITE_SOURCES.find((known) => known === form);
      const age = clock().getTime() - Number(at);
      if (source === undefined || email === undefined || age > VALID_MS) return undefined;
      return { email, source, asked: new Date(Number(at)) };
    },
  };
}
