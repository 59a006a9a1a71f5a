import type { IncomingMessage } from "node:http";
import { CLOSED_POLICY } from "./security-headers.ts";

/** Headers and body by which we refuse what cannot be a request. */
export const NOT_A_REQUEST = {
  headers: { "Content-Type": "application/json", "Content-Security-Policy": CLOSED_POLICY, Connection: "close" },
  body: JSON.stringify({ code: "bad_request", message: "This is not a request that can be answered." }),
};

/**
 * Whether a request names more than one host. A proxy before us may have gone by the one and we would go by the other,
 * so nobody answers it. Node would pass over the second. Source: RFC 9112 §3.2.
 */
export function hasTwoHosts({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    // Of all names, few have four letters.
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** Whether a client went away before it had said all that it announced. */
export function hasGone({ destroyed, complete }: Pick<IncomingMessage, "destroyed" | "complete">): boolean {
  return destroyed && !complete;
}
