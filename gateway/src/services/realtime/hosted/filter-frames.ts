import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import * as v from "valibot";
import { type Frame, type FrameVersion, parseFrame, writeFrame } from "../frames.ts";

/** What to do with a client's frame: pass it on, reply to it, ignore it or close the socket. */
type FilterResult = { pass: string; frame: Frame } | { answer: string } | "silence" | "no-frame";

/** The key that browsers send, and the project's own key, which replaces it. */
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

/** Events that are passed to the client. Channels also carry messages between other clients, which are not passed. */
const PASSED_DOWN = new Set(["phx_reply", "phx_close", "phx_error", "system", "postgres_changes"]);

/**
 * Passes only frames about the list to the provider. A project may publish other tables and carry other channels. A
 * browser with this site's key must not listen to them.
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
      return { answer: errorReply(frame, version, "Unable to subscribe to changes with given parameters.") };
    case "broadcast":
    case "presence":
      return { answer: errorReply(frame, version, `${frame.event} is not served`) };
  }
  // Unknown events are ignored, as Supabase's Realtime does.
  return "silence";
}

/** Whether a frame from the provider goes to the client. */
export function isForClient({ event }: Frame): boolean {
  return PASSED_DOWN.has(event);
}

/**
 * Writes the parsed frame again, with the provider's key instead of the site's. The client's own text is not passed on:
 * it may hold a name twice, and the provider might read the other value.
 */
function pass(frame: Frame, version: FrameVersion, { anonymousKey, providerKey }: Keys): FilterResult {
  const { payload = {} } = frame;
  const hasKey = v.is(tokenSchema, payload) && payload.access_token === anonymousKey;
  try {
    const json = JSON.stringify(hasKey ? { ...payload, access_token: providerKey } : payload);
    return { pass: writeFrame({ ...frame, json }, version), frame };
  } catch {
    // JSON that was parsed can still be nested too deeply to be written.
    return "no-frame";
  }
}

function errorReply({ joinRef, ref, topic }: Frame, version: FrameVersion, reason: string): string {
  const json = JSON.stringify({ status: "error", response: { reason } });
  return writeFrame({ joinRef, ref, topic, event: "phx_reply", json }, version);
}
