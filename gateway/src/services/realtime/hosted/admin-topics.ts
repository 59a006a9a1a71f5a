import * as v from "valibot";
import type { Frame } from "../frames.ts";

/** Topics that a client joined with its own token, and that the provider accepted. */
type AdminTopics = {
  /** Call this for a frame that goes to the provider. */
  sent(frame: Frame): void;
  /** Call this for a frame from the provider. */
  received(frame: Frame): void;
  /** Whether there is such a topic now. */
  isAny(): boolean;
};

/** Maximum number of topics to track. A dashboard has one. */
const MAX_TOPICS = 20;

const ownTokenSchema = v.looseObject({ access_token: v.pipe(v.string(), v.minLength(1)) });
const okSchema = v.looseObject({ status: v.literal("ok") });

/**
 * Tracks which topics of a socket were joined by somebody who is signed in at the provider. Only the provider knows who
 * is an admin of the site. The gateway only sees that the provider accepted the token.
 *
 * @param anonymousKey what a client without a token sends
 */
export function followAdminTopics(anonymousKey: string): AdminTopics {
  const waiting = new Map<string, Frame["ref"]>();
  const joined = new Set<string>();

  const hasOwnToken = ({ payload }: Frame) =>
    v.is(ownTokenSchema, payload) &&
    payload.access_token !== anonymousKey &&
    // Keys of the newer kind belong to no person.
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
        if (hasOwnToken(frame) && waiting.size + joined.size < MAX_TOPICS) waiting.set(topic, ref);
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
