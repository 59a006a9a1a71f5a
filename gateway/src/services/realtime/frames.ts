import * as v from "valibot";
import { parseJson } from "../../lib/parse-json.ts";

/** Phoenix has two versions of frames: in 1.0.0 they are objects, in 2.0.0 arrays. */
export type FrameVersion = "1.0.0" | "2.0.0";

/** The client's id of a message; the reply carries the same id. */
export type Ref = string | number | null;

/** A message of the Phoenix channel protocol. */
export type Frame = {
  /** The join that the message belongs to. */
  joinRef: Ref;
  ref: Ref;
  topic: string;
  event: string;
  payload: unknown;
};

/** A message to send. Its payload is already JSON, so that many sockets can share the text. */
type OutgoingFrame = Omit<Frame, "payload"> & { json: string };

const TOPIC_MAX_LENGTH = 300;

const refSchema = v.nullish(v.union([v.pipe(v.string(), v.maxLength(64)), v.number()]), null);
const topicSchema = v.pipe(v.string(), v.maxLength(TOPIC_MAX_LENGTH));
const eventSchema = v.pipe(v.string(), v.maxLength(64));
const objectSchema = v.pipe(
  v.object({
    topic: topicSchema,
    event: eventSchema,
    payload: v.optional(v.unknown()),
    ref: refSchema,
    join_ref: refSchema,
  }),
  v.transform(({ join_ref, payload, ...frame }) => ({ ...frame, joinRef: join_ref, payload })),
);
const arraySchema = v.pipe(
  v.strictTuple([refSchema, refSchema, topicSchema, eventSchema, v.unknown()]),
  v.transform(([joinRef, ref, topic, event, payload]) => ({ joinRef, ref, topic, event, payload })),
);

/** The version that a handshake requests; undefined when there is no such version. */
export function frameVersionOf(vsn: string | undefined): FrameVersion | undefined {
  if (vsn === undefined || vsn === "1.0.0") return "1.0.0";
  return vsn === "2.0.0" ? vsn : undefined;
}

/** Parses a frame; undefined when the text is not a frame. */
export function parseFrame(text: string, version: FrameVersion): Frame | undefined {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(version === "1.0.0" ? objectSchema : arraySchema, json);
  return parsed.success ? parsed.output : undefined;
}

/** Writes a frame with Phoenix's order of keys. */
export function writeFrame({ joinRef, ref, topic, event, json }: OutgoingFrame, version: FrameVersion): string {
  const [join, own, on, name] = [joinRef, ref, topic, event].map((part) => JSON.stringify(part));
  return version === "1.0.0"
    ? `{"topic":${on},"event":${name},"payload":${json},"ref":${own},"join_ref":${join}}`
    : `[${join},${own},${on},${name},${json}]`;
}
