import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import * as v from "valibot";
import { type Frame, type FrameVersion, parseFrame, writeFrame } from "../frames.ts";

/** What happens to a client's frame: it is passed on, answered here, ignored, or closes the socket. */
type FilterResult = { pass: string; frame: Frame } | { answer: string } | "silence" | "no-frame";

/** Keys of both sides: the one that browsers carry, and the project's own in its place. */
type Keys = { anonymousKey: string; providerKey: string };

const requestSchema = v.looseObject({ schema: v.optional(v.literal("public")), table: v.literal(SUBSCRIBERS_TABLE) });
const joinSchema = v.looseObject({
  config: v.optional(
    v.looseObject({
      postgres_changes: v.optional(v.array(v.nullable(requestSchema))),
      private: v.optional(v.literal(false)),
    }),
  ),
});
const tokenSchema = v.looseObject({ access_token: v.nullish(v.string()) });

/** What the provider says about the list. Messages of other people's own, which its channels carry too, are not. */
const PASSED_DOWN = new Set(["phx_reply", "phx_close", "phx_error", "system", "postgres_changes"]);

/**
 * Lets through what is about the list: a project may publish other tables and carry other conversations, and a browser
 * that was given this site's key must not listen to them.
 */
export function filterClientFrame(text: string, version: FrameVersion, keys: Keys): FilterResult {
  const frame = parseFrame(text, version);
  if (frame === undefined) return "no-frame";
  switch (frame.event) {
    case "heartbeat":
    case "phx_leave":
    case "access_token":
      return pass(frame, version, keys);
    case "phx_join":
      if (v.is(joinSchema, frame.payload)) return pass(frame, version, keys);
      return { answer: refusal(frame, version, "Unable to subscribe to changes with given parameters.") };
    case "broadcast":
    case "presence":
      return { answer: refusal(frame, version, `${frame.event} is not served`) };
  }
  // What nobody knows is passed over, as Supabase's Realtime does.
  return "silence";
}

/** Whether a frame of the provider's is for the client. */
export function isForClient({ event }: Frame): boolean {
  return PASSED_DOWN.has(event);
}

/**
 * Writes a frame anew, with the provider's key for the site's. Of a name that a text holds twice the provider believes
 * the first, and what was read here is the last.
 */
function pass(frame: Frame, version: FrameVersion, { anonymousKey, providerKey }: Keys): FilterResult {
  const { payload = {} } = frame;
  const hasKey = v.is(tokenSchema, payload) && payload.access_token === anonymousKey;
  try {
    const json = JSON.stringify(hasKey ? { ...payload, access_token: providerKey } : payload);
    return { pass: writeFrame({ ...frame, json }, version), frame };
  } catch {
    // Nested more deeply than can be written, though it could be read.
    return "no-frame";
  }
}

function refusal({ joinRef, ref, topic }: Frame, version: FrameVersion, reason: string): string {
  const json = JSON.stringify({ status: "error", response: { reason } });
  return writeFrame({ joinRef, ref, topic, event: "phx_reply", json }, version);
}
