import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import * as v from "valibot";

/** A row in a project's response, with the time in the project's own notation. */
export const wireRowSchema = v.object({
  id: v.pipe(v.number(), v.safeInteger()),
  email: v.string(),
  status: v.picklist(["active", "unsubscribed"]),
  source: v.string(),
  subscribed_at: v.string(),
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, Subscriber>;
