import * as v from "valibot";
import type { Frame } from "../frames.ts";

/** Topics that a client joined with a token of its own, and whose token the provider took. */
type AdminTopics = {
  /** A frame of the client's goes to the provider. */
  sent(frame: Frame): void;
  /** A frame of the provider's came. */
  received(frame: Frame): void;
  /** Whether there is such a topic now. */
  isAny(): boolean;
};

/** Joins that wait for their reply at most; a dashboard has one. */
const MAX_WAITING = 20;

const ownTokenSchema = v.looseObject({ access_token: v.pipe(v.string(), v.minLength(1)) });
const okSchema = v.looseObject({ status: v.literal("ok") });

/**
 * Follows which topics of a socket were joined by somebody who is signed in at the provider. Who may administer the site is
 * the provider's to say; that it took the token is all that is known here.
 *
 * @param anonymousKey what the client sends where it has no token
 */
export function followAdminTopics(anonymousKey: string): AdminTopics {
  const waiting = new Map<string, Frame["ref"]>();
  const joined = new Set<string>();

  const hasOwnToken = ({ payload }: Frame) =>
    v.is(ownTokenSchema, payload) &&
    payload.access_token !== anonymousKey &&
    // Keys of the newer kind belong to nobody.
    !payload.access_token.startsWith("sb_");

  function forget(topic: string): void {
    waiting.delete(topic);
    joined.delete(topic);
  }

  return {
    sent(frame) {
      const { topic, event, ref } = frame;
      if (event === "phx_join") {
        forget(topic);
        if (hasOwnToken(frame) && waiting.size + joined.size < MAX_WAITING) waiting.set(topic, ref);
      }
      if (event === "phx_leave" || (event === "access_token" && !hasOwnToken(frame))) forget(topic);
    },
    received({ topic, event, ref, payload }) {
      if (event === "phx_close" || event === "phx_error") forget(topic);
      if (event !== "phx_reply" || !waiting.has(topic) || waiting.get(topic) !== ref) return;
      waiting.delete(topic);
      if (v.is(okSchema, payload)) joined.add(topic);
    },
    isAny: () => joined.size > 0,
  };
}
